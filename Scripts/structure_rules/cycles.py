"""Cycles between the files of one target.

A file depends on another if it names a type that only the other declares outside of all braces. That is an
approximation from the text: it sees no members, no type that is inferred, and takes an equal name of another
module for the target's own.
"""

from __future__ import annotations

from .source import SwiftFile


def dependencies(files: list[SwiftFile]) -> dict[str, set[str]]:
    """For each file's name in the target, the files whose types it names."""
    owners: dict[str, set[str]] = {}
    for file in files:
        for declaration in file.declarations:
            if not declaration.is_private:
                owners.setdefault(declaration.name, set()).add(str(file.path))
    graph: dict[str, set[str]] = {}
    for file in files:
        own = {declaration.name for declaration in file.declarations}
        named = (owners[word] for word in file.words if word in owners and word not in own)
        graph[str(file.path)] = {next(iter(paths)) for paths in named if len(paths) == 1} - {str(file.path)}
    return graph


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one file, the largest first (Tarjan, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    waiting: set[str] = set()
    found: list[list[str]] = []
    for root in sorted(graph):
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        waiting.add(root)
        while work:
            node, neighbours = work[-1]
            for neighbour in neighbours:
                if neighbour not in index:
                    index[neighbour] = low[neighbour] = len(index)
                    stack.append(neighbour)
                    waiting.add(neighbour)
                    work.append((neighbour, iter(sorted(graph[neighbour]))))
                    break
                if neighbour in waiting:
                    low[node] = min(low[node], index[neighbour])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        waiting.discard(member)
                        component.append(member)
                        if member == node:
                            break
                    if len(component) > 1:
                        found.append(sorted(component))
    return sorted(found, key=lambda component: (-len(component), component))
