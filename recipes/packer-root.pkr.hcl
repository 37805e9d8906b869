# Packer: check the mounted root of an image, starting nothing in it
#
# For builders that mount the image on the machine that runs Packer, such as amazon-chroot, and for roots that mkosi,
# debootstrap or guestmount made. Put the provisioner at the end of your own build block, or run it as it is:
#
#   packer build -var root=/mnt/image node-preflight.pkr.hcl
#
# The build fails when the check does; the reports are written in either case. What cannot be known offline is shown as
# skipped or unknown, never as passed.

variable "root" {
  type        = string
  description = "Where the root file system of the image is mounted."
}

variable "executable" {
  type    = string
  default = "/usr/local/bin/node-preflight"
}

variable "options" {
  type        = string
  default     = ""
  description = "More options for the check, as in: --kubernetes-version 1.34 --network-plugin cilium."
}

variable "reports" {
  type        = string
  default     = "."
  description = "The folder for the reports."
}

source "null" "root" {
  communicator = "none"
}

build {
  sources = ["source.null.root"]

  provisioner "shell-local" {
    inline = [
      "${var.executable} check --root ${var.root} -o text -o junit=${var.reports}/node-preflight.xml -o json=${var.reports}/node-preflight.json ${var.options}",
    ]
  }
}
