"""Write the golden records anew: `make golden`. What changes is reviewed as a diff."""

from __future__ import annotations

from tests.golden.scenarios import HERE, SCENARIOS

if __name__ == "__main__":
    for old in HERE.glob("*/*.record"):
        old.unlink()
    for scenario in SCENARIOS:
        scenario.path.parent.mkdir(exist_ok=True)
        scenario.path.write_text(scenario.record(), "utf-8")
        print(scenario.path.relative_to(HERE))
