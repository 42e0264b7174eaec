-- As before, but the comments are read by themselves: on a cluster they are on other machines than the staff log.
CREATE OR REPLACE FUNCTION forget_reasons(kind text, ids bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  emptied bigint[];
BEGIN
  IF kind = 'comment' THEN
    SELECT array_agg(id) INTO emptied FROM comment WHERE id = ANY (ids) AND body = '';
  END IF;
  UPDATE staff_action SET reason = ''
   WHERE subject_kind = kind AND subject_id = ANY (ids) AND reason <> ''
     AND CASE kind
           WHEN 'post' THEN EXISTS (SELECT FROM post WHERE id = subject_id AND title = '-' AND body = '')
           WHEN 'comment' THEN subject_id = ANY (emptied)
           WHEN 'series' THEN NOT EXISTS (SELECT FROM series WHERE id = subject_id)
           ELSE false
         END;
END $$;
