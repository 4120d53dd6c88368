# Phases of a run with a time limit each, for bash. A phase that fails or exceeds its limit counts as a failure.

failures=0
current=''
RUNNING_TESTS_DIR=$(mktemp -d)
export RUNNING_TESTS_DIR

# Lists the processes of a group with their command lines, at most 160 characters of each (Linux; proc(5)).
list_group() {
  local folder stat
  for folder in /proc/[0-9]*; do
    stat=$(<"$folder/stat") || continue
    read -r _ _ group _ <<<"${stat##*) }"
    [[ $group == "$1" ]] && printf '  %s %.160s\n' "${folder#/proc/}" "$(tr '\0\n' '  ' <"$folder/cmdline")"
  done 2>/dev/null
  return 0
}

# Terminates what is left of a group; kills it after a minute.
end_group() {
  kill -TERM -- "-$1" 2>/dev/null || return 0
  for ((waited = 0; waited < 600; waited++)); do
    kill -0 -- "-$1" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -KILL -- "-$1" 2>/dev/null
}

# phase <name> <limit in seconds> <command …>: prints how long it ran; returns its status, or 124 when it exceeds the limit.
phase() {
  local name=$1 limit=$2 status=0 start=$SECONDS watchdog
  shift 2
  exec 3>&2 2>/dev/null # without the shell's messages about its jobs
  set -m # each background command gets its own process group
  "$@" </dev/null 2>&3 3>&- &
  current=$!
  {
    sleep "$limit"
    printf '%s: not done after %s s. Running tests:\n' "$name" "$limit"
    cat "$RUNNING_TESTS_DIR"/* 2>/dev/null | sed 's/^/  /'
    printf 'Running processes:\n'
    list_group "$current"
    touch "$RUNNING_TESTS_DIR.expired"
    end_group "$current"
  } >&3 2>&3 3>&- &
  watchdog=$!
  set +m
  wait "$current" || status=$?
  if [[ -e $RUNNING_TESTS_DIR.expired ]]; then
    status=124
    wait "$watchdog"
  else
    kill -TERM -- "-$watchdog"
    wait "$watchdog"
    end_group "$current"
  fi
  exec 2>&3 3>&-
  current=''
  rm -f "$RUNNING_TESTS_DIR.expired" "$RUNNING_TESTS_DIR"/*
  printf '%s: %s s\n' "$name" $((SECONDS - start)) >&2
  if ((status != 0)); then
    failures=$((failures + 1))
    printf '%s failed with status %s\n' "$name" "$status" >&2
  fi
  return "$status"
}

# For the exit of the run, also when it is interrupted.
clean_up() {
  [[ -z $current ]] || end_group "$current"
  rm -rf "$RUNNING_TESTS_DIR" "$RUNNING_TESTS_DIR.expired"
}
