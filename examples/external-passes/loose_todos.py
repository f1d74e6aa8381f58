#!/usr/bin/env python3
"""A pass of retro: what is to be done and names no issue, as in "TODO: say how long". Needs Python 3.8 and nothing else."""

import json
import re
import sys

MARKER = re.compile(r"\b(TODO|FIXME)\b[:\s]*(.*)")
ISSUE = re.compile(r"#\d+|\b[A-Z]{2,}-\d+|https?://")


def say(**item):
    print(json.dumps(item, ensure_ascii=False))


def look(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    found = {}
    for number, line in enumerate(lines, start=1):
        marker = MARKER.search(line)
        if marker is None:
            continue
        task = " ".join(marker[2].split()) or "nothing"
        if ISSUE.search(line):
            say(type="near_miss", locator=path, what=f'it says "{line.strip()[:200]}"', why="it names its issue")
        else:
            found.setdefault(task, []).append({"path": path, "line": number, "quote": line.strip()[:200]})
    for task, evidence in found.items():
        say(
            locator=path,
            verdict="LOOSE",
            severity="Low",
            what=f'"{task}" is to be done, and no issue says so',
            route="direct-fix",
            proposed_action="open an issue and name it here, or do it",
            key=task,
            evidence=evidence,
        )


def main():
    request = json.load(sys.stdin)
    scanned = []
    unread = []
    for path in request["request"]["candidates"]:
        try:
            look(path)
            scanned.append(path)
        except (OSError, UnicodeDecodeError) as error:
            print(f"cannot read {path}: {error}", file=sys.stderr)
            unread.append(path)
    coverage = {"type": "coverage", "scanned": scanned, "complete": not unread}
    if unread:
        coverage["why"] = "could not read " + ", ".join(unread)
    say(**coverage)


main()
