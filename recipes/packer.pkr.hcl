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

variable "folder" {
  type        = string
  default     = "/var/tmp/node-preflight"
  description = "A folder for the check on the machine; one on a file system without noexec."
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
  type    = string
  default = ""
}

source "null" "machine" {
  ssh_host             = var.host
  ssh_port             = var.port
  ssh_username         = var.user
  ssh_private_key_file = var.key
}

build {
  sources = ["source.null.machine"]

  provisioner "shell" {
    remote_path = "${var.folder}.sh"
    inline      = ["mkdir -p ${var.folder}"]
  }

  provisioner "file" {
    source      = var.executable
    destination = "${var.folder}/node-preflight"
  }

  provisioner "shell" {
    remote_path = "${var.folder}.sh"
    inline = [
      "chmod 0755 ${var.folder}/node-preflight",
      "sudo=$([ $(id -u) = 0 ] || echo sudo)",
      "code=0",
      "$sudo ${var.folder}/node-preflight check --phase image -o text -o junit=${var.folder}/report.xml ${var.options} || code=$?",
      "$sudo chmod 0644 ${var.folder}/report.xml",
      "echo $code >${var.folder}/code",
    ]
  }

  provisioner "file" {
    direction   = "download"
    source      = "${var.folder}/report.xml"
    destination = var.report
  }

  provisioner "shell" {
    remote_path = "${var.folder}.sh"
    inline      = ["code=$(cat ${var.folder}/code)", "rm -rf ${var.folder}", "exit $code"]
  }
}
