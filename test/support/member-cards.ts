import { LEVEL_EXP } from '../../src/users/rules.ts';

/** The card of each row of `users`, or of a row that has that name. */
const cardsOf = (users: string) => `
  select uid, (select count(*) - 1 from unnest(array[${LEVEL_EXP}]) as start where exp >= start) as level,
         case when deleted_at is null then status else 'deleted' end as state,
         username, avatar_key, signature, signature_lang
    from ${users} as users`;

const COLUMNS = '(uid, level, state, username, avatar_key, signature, signature_lang)';

/** For data sets whose members were inserted with SQL. */
export const FILL_CARDS = `insert into member_card ${COLUMNS} ${cardsOf('users')} on conflict do nothing`;

/**
 * Tests change members with SQL, as the owner of the schema: this trigger writes their cards. Not for the service's role, so a
 * writer of the service that forgets the card is still found.
 */
export const CARDS_OF_TESTS = `
  create function store_card_of_test() returns trigger language plpgsql as $$
  begin
    insert into member_card as card ${COLUMNS} ${cardsOf('(select new.*)')}
    on conflict (uid) do update
       set version = card.version + 1, level = excluded.level, state = excluded.state, username = excluded.username, avatar_key = excluded.avatar_key,
           signature = excluded.signature, signature_lang = excluded.signature_lang
     where (card.level, card.state, card.username, card.avatar_key, card.signature, card.signature_lang)
           is distinct from (excluded.level, excluded.state, excluded.username, excluded.avatar_key, excluded.signature,
                             excluded.signature_lang);
    return null;
  end $$;
  create trigger store_card_of_test after insert or update on users for each row
    when (current_user <> 'lamplight_app') execute function store_card_of_test()`;
