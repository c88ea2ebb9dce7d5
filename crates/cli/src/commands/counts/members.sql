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
