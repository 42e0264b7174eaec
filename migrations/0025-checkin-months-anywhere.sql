-- The same function with one word more: a table that is spread over several machines (docs/scale.md) cannot be asked
-- for rows without columns.
CREATE OR REPLACE FUNCTION make_checkin_months(from_day date, months integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  month date := date_trunc('month', from_day);
  made integer := 0;
BEGIN
  FOR step IN 1..least(months, 24) LOOP
    IF to_regclass(format('user_checkin_%s', to_char(month, 'YYYY_MM'))) IS NULL
       AND NOT EXISTS (SELECT day FROM user_checkin_other WHERE day >= month AND day < month + interval '1 month') THEN
      EXECUTE format('CREATE TABLE user_checkin_%s PARTITION OF user_checkin FOR VALUES FROM (%L) TO (%L)',
                     to_char(month, 'YYYY_MM'), month, month + interval '1 month');
      made := made + 1;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN made;
END $$;
