-- The cluster table of phenom: the predictions of all systems for original pairs with all their
-- monothematic pairs, and how often each combination occurs. Together with the count table of the same pairs and
-- predictions, `phenom run` computes intervals and comparisons from it.
--
-- One query, which runs unchanged in Spark SQL. DuckDB has another name for one function, and needs first:
--
--   CREATE TEMP MACRO array_join(items, separator) AS array_to_string(items, separator);
--
-- Its input is four tables of texts; labels are entailment, unknown, contradiction and not-entailment:
--
--   pairs(id, origin, gold, cluster)    one row a pair; origin: the id of the original that a
--                                       monothematic pair comes from, null for an original;
--                                       gold: a label, null for none; cluster: the common value of
--                                       originals that belong together, null for an original that
--                                       belongs to no other
--   tags(id, category, phenomenon)      the phenomena of a pair, one row a tag; phenomenon: the full
--                                       path (lexical:synonymy), category: its first part (lexical)
--   properties(id, slice_kind, slice)   other properties of a pair, at most one of a kind; slice_kind:
--                                       task or attribute:NAME, slice: its value; may be empty
--   answers(system, id, predicted)      at most one row for a system and a pair; predicted: a
--                                       label, several with | between them in the order above
--                                       (entailment|unknown), null for an abstention
--
-- The result has one row for each combination of predictions on the clusters of a slice:
--
--   slice_kind    all, category, phenomenon, task or attribute:NAME
--   slice         which one; the empty text for all
--   signature     the combination: docs/formats.md of phenom explains it
--   clusters      how many clusters
--
-- A pair has the predictions of every system with a prediction at all. Predictions for ids that are not in pairs
-- are ignored.
WITH
-- members.sql
-- A pair with the first letters of its gold label and of all predictions, in the order of the systems.
places AS (
    SELECT system, ROW_NUMBER() OVER (ORDER BY system) AS place
    FROM systems
),
letters AS (
    SELECT
        pairs.id,
        -- Sorted by place, which is taken off again afterwards.
        CONCAT(
            LPAD(CAST(places.place AS STRING), 9, '0'),
            CASE
                WHEN answers.id IS NULL THEN 'm'
                WHEN answers.predicted IS NULL THEN 'a'
                WHEN answers.predicted = 'entailment|unknown' THEN 'v'
                WHEN answers.predicted = 'entailment|contradiction' THEN 'w'
                WHEN answers.predicted = 'unknown|contradiction' THEN 'x'
                WHEN answers.predicted = 'entailment|unknown|contradiction' THEN 'y'
                WHEN answers.predicted = 'entailment|not-entailment' THEN 'z'
                ELSE SUBSTR(answers.predicted, 1, 1)
            END
        ) AS letter
    FROM places
    CROSS JOIN pairs
    LEFT JOIN answers ON answers.system = places.system AND answers.id = pairs.id
),
joined_letters AS (
    SELECT id, TRANSLATE(array_join(array_sort(array_agg(letter)), '|'), '0123456789', '') AS answered
    FROM letters
    GROUP BY id
),
answered_pairs AS (
    SELECT
        pairs.id,
        pairs.origin,
        CONCAT(COALESCE(SUBSTR(pairs.gold, 1, 1), '-'), '>', joined_letters.answered) AS answered
    FROM pairs
    JOIN joined_letters ON joined_letters.id = pairs.id
),
-- The slices that an original is in itself, or by one of its monothematic pairs.
touched AS (
    SELECT DISTINCT COALESCE(pairs.origin, pairs.id) AS original, member.slice_kind, member.slice
    FROM distinct_members member
    JOIN pairs ON pairs.id = member.id
),
wholes AS (
    SELECT
        member.id AS original,
        member.slice_kind,
        member.slice,
        CONCAT(
            MAX(whole.answered),
            MAX(CASE WHEN member.population = 'decomposed' THEN '+' ELSE '' END)
        ) AS answered
    FROM distinct_members member
    JOIN answered_pairs whole ON whole.id = member.id
    WHERE member.population IN ('original', 'decomposed')
    GROUP BY member.id, member.slice_kind, member.slice
),
alike_parts AS (
    SELECT
        touched.original,
        touched.slice_kind,
        touched.slice,
        part.answered,
        CASE WHEN member.id IS NULL THEN 0 ELSE 1 END AS is_member,
        COUNT(*) AS pairs
    FROM touched
    JOIN answered_pairs part ON part.origin = touched.original
    LEFT JOIN distinct_members member
        ON member.id = part.id
        AND member.population = 'monothematic'
        AND member.slice_kind = touched.slice_kind
        AND member.slice = touched.slice
    GROUP BY
        touched.original,
        touched.slice_kind,
        touched.slice,
        part.answered,
        CASE WHEN member.id IS NULL THEN 0 ELSE 1 END
),
listed_parts AS (
    SELECT
        original,
        slice_kind,
        slice,
        is_member,
        array_join(
            array_sort(array_agg(CONCAT(answered, '*', CAST(pairs AS STRING)))), ','
        ) AS answered
    FROM alike_parts
    GROUP BY original, slice_kind, slice, is_member
),
answered_originals AS (
    SELECT
        touched.original,
        touched.slice_kind,
        touched.slice,
        CONCAT(
            COALESCE(wholes.answered, ''),
            ';',
            COALESCE(parts.answered, ''),
            ';',
            COALESCE(others.answered, '')
        ) AS answered
    FROM touched
    LEFT JOIN wholes
        ON wholes.original = touched.original
        AND wholes.slice_kind = touched.slice_kind
        AND wholes.slice = touched.slice
    LEFT JOIN listed_parts parts
        ON parts.original = touched.original
        AND parts.slice_kind = touched.slice_kind
        AND parts.slice = touched.slice
        AND parts.is_member = 1
    LEFT JOIN listed_parts others
        ON others.original = touched.original
        AND others.slice_kind = touched.slice_kind
        AND others.slice = touched.slice
        AND others.is_member = 0
),
-- An original without a cluster is a cluster of its own.
answered_clusters AS (
    SELECT
        answered.slice_kind,
        answered.slice,
        array_join(array_sort(array_agg(answered.answered)), '&') AS signature
    FROM answered_originals answered
    JOIN pairs ON pairs.id = answered.original
    GROUP BY
        answered.slice_kind,
        answered.slice,
        pairs.cluster,
        CASE WHEN pairs.cluster IS NULL THEN answered.original END
)
SELECT slice_kind, slice, signature, COUNT(*) AS clusters
FROM answered_clusters
GROUP BY slice_kind, slice, signature
ORDER BY slice_kind, slice, signature
