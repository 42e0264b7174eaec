import { FollowButton } from '../../follows/views/follow-button.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { type Locale, translator } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { memoizedHtml } from '../../ui/memoized-html.ts';
import { formatCompact } from '../../ui/numbers.ts';
import type { SuggestedPerson } from '../actions/people.ts';
import type { AuthorFacts } from '../actions/rail.ts';
import { AUTHOR_DAYS } from '../rules.ts';

type PeopleProps = { visit: PageView; people: SuggestedPerson[] };

/** In the rail. */
export function PeopleToFollow({ visit, people }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <section class="rail-block" aria-labelledby="people">
      <div class="rail-head">
        <h2 id="people">{visit.t('home.people')}</h2>
      </div>
      <ul class="rail-list">
        {people.map((person) => (
          <PersonRow key={person.uid} visit={visit} person={person} />
        ))}
      </ul>
    </section>
  );
}

export function PersonRow({ visit, person }: { visit: PageView; person: SuggestedPerson }) {
  const { follows_me, ...shown } = person;
  const { uid, name } = shown;
  return (
    <li class="person-row">
      <MemoizedPerson person={shown} locale={visit.locale} />
      <FollowButton visit={visit} uid={uid} name={name} status={{ i_follow: false, follows_me }} />
    </li>
  );
}

/** The same for all viewers, so its HTML is rendered once. */
const MemoizedPerson = memoizedHtml(Person);

type PersonProps = { person: Omit<SuggestedPerson, 'follows_me'>; locale: Locale };

/** Why they are worth following: what they wrote lately, or else what they write about themselves. */
function Person({ person, locale }: PersonProps) {
  const { uid, name, level, signature, signature_lang, facts } = person;
  return (
    <>
      <Avatar user={person} size={40} />
      <div>
        <a class="person-name" href={`/space/${uid}`}>
          <span>{name}</span>
          <LevelSeal level={level} />
        </a>
        {facts ? <p class="meta">{sentenceOf(facts, locale)}</p> : null}
        {signature ? (
          <p class="person-line" lang={signature_lang ?? undefined}>
            {signature}
          </p>
        ) : null}
      </div>
    </>
  );
}

function sentenceOf({ posts, energy }: AuthorFacts, locale: Locale): string {
  const t = translator(locale);
  const number = `${formatCompact(posts.value, locale)}${posts.isMore ? '+' : ''}`;
  const written = t('home.wrote', { count: posts.value, number, days: AUTHOR_DAYS });
  if (energy === 0) return written;
  return t('home.wrote_and_received', { written, energy: formatCompact(energy, locale) });
}
