"""Correction for many comparisons, and the level that it leaves to each (docs/statistics.md, *Primary and exploratory comparisons*)."""

PRIMARY_FAMILIES = 3


def holm(p):
    adjusted, highest = [0.0] * len(p), 0.0
    for rank, at in enumerate(sorted(range(len(p)), key=p.__getitem__)):
        highest = min(max(highest, (len(p) - rank) * p[at]), 1.0)
        adjusted[at] = highest
    return adjusted


def benjamini_hochberg(p):
    adjusted, lowest = [0.0] * len(p), 1.0
    for rank, at in reversed(list(enumerate(sorted(range(len(p)), key=p.__getitem__), 1))):
        lowest = min(lowest, len(p) * p[at] / rank)
        adjusted[at] = lowest
    return adjusted


def adjust(p, method):
    return {"holm": holm, "benjamini_hochberg": benjamini_hochberg, "none": list}[method](p)


def levels(p, method, significance):
    """The level that the family leaves to each member, and the one to members without a p-value. Holm: to a
    rejected one that of its step, to others that of the step at which Holm stopped. Benjamini and Hochberg: R q/m
    for R rejected of m, q/m if none is."""
    if method == "none" or not p:
        return [significance] * len(p), significance
    rejected = [adjusted <= significance for adjusted in adjust(p, method)]
    number, of_rejected = len(p), sum(rejected)
    if method == "benjamini_hochberg":
        level = max(of_rejected, 1) * significance / number
        return [level] * number, level
    stopped = significance / max(number - of_rejected, 1)
    # Equal p-values are tested at the same level.
    rank = [sum(other < own for other in p) for own in p]
    return [significance / (number - rank[at]) if rejected[at] else stopped for at in range(number)], stopped


def adjust_family(p, method, significance, is_primary):
    """Of each member the adjusted p and the level; None for p of a member without a test."""
    share = PRIMARY_FAMILIES if is_primary and method != "none" else 1
    members = [at for at, value in enumerate(p) if value is not None]
    adjusted = adjust([p[at] for at in members], method)
    of_members, of_others = levels([p[at] for at in members], method, significance / share)
    found = [(None, of_others)] * len(p)
    for at, value, level in zip(members, adjusted, of_members):
        found[at] = min(value * share, 1.0), level
    return found


def adjust_families(rows, correction, significance):
    """Of each row of the comparisons the adjusted p, the correction and the level."""
    found = [None] * len(rows)
    for family in {row["family"] for row in rows}:
        members = [at for at, row in enumerate(rows) if row["family"] == family]
        p = [float(rows[at]["p"]) if rows[at]["p"] else None for at in members]
        method = "benjamini_hochberg" if family == "exploratory" and correction != "none" else correction
        of_family = adjust_family(p, method, significance, family.startswith("primary"))
        for at, (adjusted, level) in zip(members, of_family):
            found[at] = adjusted, method, level
    return found
