# Packer: check the machine an image is made of, as the last provisioners
#
# Put the provisioners at the end of your own build block, after the one that cleans up, and leave out the null source.
# Run as it is, it checks any machine that takes SSH:
#
#   packer build -var host=10.0.0.5 -var user=admin -var key=~/.ssh/id_ed25519 node-preflight.pkr.hcl
#
# The build fails when the check does, and the report comes back in either case.

variable "executable" {
  type        = string
  default     = "/usr/local/bin/node-preflight"
  description = "The executable on the machine that runs Packer."
}

variable "options" {
  type        = string
  default     = ""
  description = "More options for the check, as in: --kubernetes-version 1.34 --network-plugin cilium."
}

variable "report" {
  type        = string
  default     = "node-preflight.xml"
  description = "Where the JUnit report is kept."
}

variable "path" {
  type        = string
  default     = "/var/tmp/node-preflight"
  description = "Where the check is put on the machine for as long as it takes; not on a file system with noexec."
}

variable "host" {
  type    = string
  default = "127.0.0.1"
}

variable "port" {
  type    = number
  default = 22
}

variable "user" {
  type    = string
  default = "root"
}

variable "key" {
  type = string
}

source "null" "machine" {
  ssh_host             = var.host
  ssh_port             = var.port
  ssh_username         = var.user
  ssh_private_key_file = var.key
}

build {
  sources = ["source.null.machine"]

  provisioner "file" {
    source      = var.executable
    destination = var.path
  }

  provisioner "shell" {
    remote_path = "${var.path}.sh"
    inline = [
      "chmod 0755 ${var.path}",
      "sudo=$([ $(id -u) = 0 ] || echo sudo)",
      "code=0",
      "$sudo ${var.path} check --phase image -o text -o junit=${var.path}.xml ${var.options} || code=$?",
      "$sudo chmod 0644 ${var.path}.xml",
      "echo $code >${var.path}.code",
    ]
  }

  provisioner "file" {
    direction   = "download"
    source      = "${var.path}.xml"
    destination = var.report
  }

  provisioner "shell" {
    remote_path = "${var.path}.sh"
    inline      = ["code=$(cat ${var.path}.code)", "sudo=$([ $(id -u) = 0 ] || echo sudo)", "$sudo rm -f ${var.path} ${var.path}.*", "exit $code"]
  }
}
