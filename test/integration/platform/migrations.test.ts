import { expect, test } from 'vitest';
import { migrateDatabase } from '../../../src/platform/db/install.ts';
import { knownMigrations } from '../../../src/platform/db/migrate.ts';
import { emptyDatabase, freshDatabase } from '../../support/database.ts';
import { CARDS_OF_TESTS } from '../../support/member-cards.ts';
import { withClient } from '../../support/with-client.ts';

/** What a dump of the schema would show, without the state of its statistics. */
const SCHEMA = `
  select 'column' as kind, table_name || '.' || column_name as name, data_type || coalesce(column_default, '') || is_nullable as definition
    from information_schema.columns where table_schema = 'public'
  union all
  select 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid) || indisvalid
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
  union all
  select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) || convalidated
    from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  order by 1, 2, 3`;

const readSchema = (url: string) =>
  withClient(url, async (client) => (await client.query(SCHEMA)).rows);

/** Each migration fails once at its very end: those outside a transaction have run all of their statements by then. */
const INTERRUPT = `
  create table schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now());
  create table interrupted (name text primary key);
  create function interrupt() returns trigger language plpgsql as $$ begin
    if not exists (select from interrupted where name = new.name) then
      raise exception 'interrupted';
    end if;
    return new;
  end $$;
  create trigger interrupt before insert on schema_migration for each row execute function interrupt()`;

/** The name of the migration that stopped the run. */
async function runUntilInterrupted(url: string): Promise<string | undefined> {
  try {
    await migrateDatabase(url);
    return undefined;
  } catch (error) {
    const [, name] = /^(.*\.sql): error: interrupted$/.exec((error as Error).message) ?? [];
    if (!name) throw error;
    return name;
  }
}

test('every migration that stopped before its end can run again, and the schema is the same', async () => {
  const url = await emptyDatabase();
  const interrupted: string[] = [];
  await withClient(url, async (client) => {
    await client.query(INTERRUPT);
    for (let name = await runUntilInterrupted(url); name; name = await runUntilInterrupted(url)) {
      interrupted.push(name);
      await client.query('insert into interrupted values ($1)', [name]);
    }
    await client.query('drop table interrupted; drop trigger interrupt on schema_migration');
  });
  expect(interrupted).toEqual(await knownMigrations());
  await withClient(url, (client) => client.query(CARDS_OF_TESTS));
  expect(await readSchema(url)).toEqual(await readSchema(await freshDatabase()));
}, 180_000);
