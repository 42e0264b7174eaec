import type pg from 'pg';

/** The lexemes of the worst queries: in most posts, in few, in none. */
const TARGETS = [
  `'的'`,
  `'我们'`,
  `'的' & '是' & '在'`,
  `'湖心' & '心亭'`,
  `'时间' & !'我们'`,
  `'#a7'`,
  `'nowhere'`,
];

/** Plans with a scan of a whole table. PostgreSQL tells the plans of the statements inside the functions itself. */
export async function findScans(client: pg.Client): Promise<string[]> {
  const plans: string[] = [];
  client.on('notice', ({ message = '' }) => plans.push(message));
  await client.query(`
    load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
    set client_min_messages = log`);
  for (const target of TARGETS) {
    for (const phrase of [null, target.replaceAll('&', '<->').replaceAll('!', '')])
      await client.query(
        `select * from search_posts($1::tsquery, $2::tsquery, to_timestamp(0), now(), 0, 300, 700)`,
        [target, phrase],
      );
    await client.query(`select * from search_names('person', $1::tsquery, 200)`, [target]);
  }
  await client.query('reset client_min_messages');
  if (plans.length < TARGETS.length) throw new Error('PostgreSQL tells no plans');
  return plans.filter((plan) => /Seq Scan/.test(plan));
}
