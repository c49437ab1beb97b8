# shellcheck shell=bash
# Functions that the scripts in this folder share. They source it with the root
# of the repository as working directory.

# say tells what happens; it goes where errors go, so that output stays clean.
say() { printf "%s\n" "$@" >&2; }

# die tells why it ends here.
die() {
	say "$*"
	exit 1
}

# need_go ends unless there is a Go that is new enough for go.mod.
need_go() {
	local want have
	want=$(awk '$1 == "go" { print $2 }' go.mod)
	command -v go >/dev/null ||
		die "Go $want or later is needed and there is none: see https://go.dev/doc/install"
	have=$(go env GOVERSION)
	[[ $have == devel* ]] || at_least "$want" "${have#go}" ||
		die "Go $want or later is needed and this is $have: see https://go.dev/doc/install"
}

# at_least succeeds if the version $2 is $1 or later.
at_least() { printf '%s\n%s\n' "$1" "$2" | sort -V -C; }

# as_root runs a command as root.
as_root() {
	if [[ $(id -u) == 0 ]]; then
		"$@"
	else
		sudo "$@"
	fi
}

# install_debian installs Debian packages.
install_debian() {
	say "installing Debian packages: $*"
	as_root apt-get update -q >&2
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" >&2
}
