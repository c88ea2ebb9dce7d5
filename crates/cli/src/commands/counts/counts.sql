-- The count table of phenom: how often each system predicts each label for the pairs with each gold
-- label, in every slice of the data. `phenom run` computes all measures from it.
--
-- One query of standard SQL, which runs unchanged in DuckDB and in Spark SQL. Its input is four tables
-- of texts; labels are entailment, unknown, contradiction and not-entailment:
--
--   pairs(id, origin, gold)             one row a pair; origin: the id of the original that a
--                                       monothematic pair comes from, null for an original;
--                                       gold: a label, null for none
--   tags(id, category, phenomenon)      the phenomena of a pair, one row a tag; phenomenon: the full
--                                       path (lexical:synonymy), category: its first part (lexical)
--   properties(id, slice_kind, slice)   other properties of a pair, at most one of a kind; slice_kind:
--                                       task or attribute:NAME, slice: its value; may be empty
--   answers(system, id, predicted)      at most one row for a system and a pair; predicted: a
--                                       label, several with | between them in the order above
--                                       (entailment|unknown), null for an abstention
--
-- The result has one row a count that is not 0:
--
--   system
--   population    original, decomposed (originals with monothematic pairs) or monothematic
--   slice_kind    all, category, phenomenon, task or attribute:NAME
--   slice         which one; the empty text for all
--   gold          a label, or none
--   predicted     a label or several, abstained, or missing (no row in answers)
--   count         of pairs
--
-- Every system with a prediction counts every pair. Predictions for ids that are not in pairs are
-- ignored.
WITH
-- members.sql
outcomes AS (
    SELECT
        systems.system,
        pairs.id,
        COALESCE(pairs.gold, 'none') AS gold,
        CASE
            WHEN answers.id IS NULL THEN 'missing'
            WHEN answers.predicted IS NULL THEN 'abstained'
            ELSE answers.predicted
        END AS predicted
    FROM systems
    CROSS JOIN pairs
    LEFT JOIN answers ON answers.system = systems.system AND answers.id = pairs.id
)
SELECT
    outcomes.system,
    member.population,
    member.slice_kind,
    member.slice,
    outcomes.gold,
    outcomes.predicted,
    COUNT(*) AS count
FROM outcomes
JOIN distinct_members member ON member.id = outcomes.id
GROUP BY
    outcomes.system,
    member.population,
    member.slice_kind,
    member.slice,
    outcomes.gold,
    outcomes.predicted
ORDER BY system, population, slice_kind, slice, gold, predicted
