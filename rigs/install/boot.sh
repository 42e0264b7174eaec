#!/bin/bash
# One boot of the machine of machine.sh.
set -eu
root=$LAYER/root
mount -t overlay overlay -o "lowerdir=/,upperdir=$LAYER/upper,workdir=$LAYER/work" "$root"
if [ ! -e "$root/etc/lamplight-rig" ]; then
  touch "$root/etc/lamplight-rig"
  # Services and databases of the host are not part of the machine.
  rm -rf "$root"/etc/systemd/system/*.wants "$root"/etc/postgresql/* "$root"/var/lib/postgresql/* "$root"/var/lib/redis/*
  rm -rf "$root"/etc/nginx/sites-enabled/*
  # The journal survives a power failure.
  rm -rf "$root"/var/log/journal
  mkdir "$root"/var/log/journal
fi
mkdir -p "$root/mnt/rig" "$root/.old"
cd "$root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t sysfs sysfs sys 2>/dev/null || mount --bind /sys sys
mount -t tmpfs tmpfs sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount --bind "$SHARED" mnt/rig
ip link set lo up
hostname lamplight-rig
pivot_root . .old
umount -l /.old
exec env -i container=lamplight-rig PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --system --unit=multi-user.target --log-target=journal --show-status=0
