-- The count table of phenom: how often each system gave each answer to the pairs with each gold
-- judgment, in every slice of the data. `phenom run` computes all measures from it.
--
-- One query of standard SQL, which runs as it is in DuckDB and in Spark SQL. Its input is four tables
-- of texts; judgments are entailment, unknown, contradiction and not-entailment:
--
--   pairs(id, origin, gold)             one row a pair; origin: the id of the original that a
--                                       monothematic pair comes from, null for an original;
--                                       gold: a judgment, null for none
--   tags(id, category, phenomenon)      the phenomena of a pair, one row a tag; phenomenon: the whole
--                                       path (lexical:synonymy), category: its first part (lexical)
--   properties(id, slice_kind, slice)   other properties of a pair, at most one of a kind; slice_kind:
--                                       task or attribute:NAME, slice: its value; may be empty
--   answers(system, id, predicted)      at most one row for a system and a pair; predicted: a
--                                       judgment, null for an abstention
--
-- The result has one row a count that is not 0:
--
--   system
--   population    original, decomposed (originals with monothematic pairs) or monothematic
--   slice_kind    all, category, phenomenon, task or attribute:NAME
--   slice         which one; the empty text for all
--   gold          a judgment, or none
--   predicted     a judgment, abstained, or missing (no row in answers)
--   count         of pairs
--
-- Every system that has an answer counts every pair. Answers to ids that are not in pairs count
-- nowhere.
WITH
systems AS (
    SELECT DISTINCT system
    FROM answers
),
-- A pair counts once in a slice, whatever the number of its tags.
tagged AS (
    SELECT id, 'category' AS slice_kind, category AS slice
    FROM tags
    UNION
    SELECT id, 'phenomenon' AS slice_kind, phenomenon AS slice
    FROM tags
),
known_properties AS (
    SELECT DISTINCT id, slice_kind, slice
    FROM properties
    WHERE slice IS NOT NULL
),
-- The slices of the monothematic pairs, with their originals.
monothematic_slices AS (
    SELECT pairs.id, pairs.origin, tagged.slice_kind, tagged.slice
    FROM pairs
    JOIN tagged ON tagged.id = pairs.id
    WHERE pairs.origin IS NOT NULL
),
-- What belongs to which slice of which population.
members AS (
    SELECT id, 'original' AS population, 'all' AS slice_kind, '' AS slice
    FROM pairs
    WHERE origin IS NULL
    UNION ALL
    SELECT origin AS id, 'decomposed' AS population, 'all' AS slice_kind, '' AS slice
    FROM pairs
    WHERE origin IS NOT NULL
    UNION ALL
    SELECT id, 'monothematic' AS population, 'all' AS slice_kind, '' AS slice
    FROM pairs
    WHERE origin IS NOT NULL
    UNION ALL
    -- Phenomena: an original has its own and those of its monothematic pairs, and as a decomposed
    -- one only the latter.
    SELECT pairs.id, 'original' AS population, tagged.slice_kind, tagged.slice
    FROM pairs
    JOIN tagged ON tagged.id = pairs.id
    WHERE pairs.origin IS NULL
    UNION ALL
    SELECT origin AS id, 'original' AS population, slice_kind, slice
    FROM monothematic_slices
    UNION ALL
    SELECT origin AS id, 'decomposed' AS population, slice_kind, slice
    FROM monothematic_slices
    UNION ALL
    SELECT id, 'monothematic' AS population, slice_kind, slice
    FROM monothematic_slices
    UNION ALL
    -- Properties: an original has its own, and a monothematic pair its own or else its original's.
    SELECT pairs.id, 'original' AS population, property.slice_kind, property.slice
    FROM pairs
    JOIN known_properties property ON property.id = pairs.id
    WHERE pairs.origin IS NULL
    UNION ALL
    SELECT pairs.origin AS id, 'decomposed' AS population, property.slice_kind, property.slice
    FROM pairs
    JOIN known_properties property ON property.id = pairs.origin
    UNION ALL
    SELECT pairs.id, 'monothematic' AS population, property.slice_kind, property.slice
    FROM pairs
    JOIN known_properties property ON property.id = pairs.id
    WHERE pairs.origin IS NOT NULL
    UNION ALL
    SELECT pairs.id, 'monothematic' AS population, inherited.slice_kind, inherited.slice
    FROM pairs
    JOIN known_properties inherited ON inherited.id = pairs.origin
    LEFT JOIN known_properties own
        ON own.id = pairs.id AND own.slice_kind = inherited.slice_kind
    WHERE own.id IS NULL
),
distinct_members AS (
    SELECT DISTINCT id, population, slice_kind, slice
    FROM members
),
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
