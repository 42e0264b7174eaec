#!/bin/bash
# A machine with a booted systemd: the file system of this one with an own writable layer in memory, own processes and an own
# loopback network. Runs as the first process of a new pid and mount namespace: `unshare --mount --pid --fork --kill-child`.
# When systemd ends, it boots again from the same disk, as after a power failure.
set -eu
layer=$1  # an empty directory
shared=$2 # appears as /mnt/rig in the machine
group=$3  # the name of its control group

mount --make-rprivate /
mount -t proc proc /proc
mount -t tmpfs tmpfs "$layer"
mkdir "$layer"/{upper,work,root,cgroup}

# Its units get a group of their own, which the rig removes.
mount -t cgroup2 cgroup2 "$layer/cgroup"
mkdir "$layer/cgroup/$group"
echo $$ > "$layer/cgroup/$group/cgroup.procs"

export LAYER=$layer SHARED=$shared
while :; do
  unshare --pid --fork --mount --uts --ipc --net --cgroup --kill-child "${0%machine.sh}boot.sh" || true
done
