import type { PageView } from '../../platform/http/page.ts';
import { tagPath } from '../../tags/rules.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import type { Topic } from '../actions/rail.ts';

type TopicsProps = { visit: PageView; topics: Topic[] };

/** In the rail. */
export function PopularTopics({ visit, topics }: TopicsProps) {
  if (topics.length === 0) return null;
  return (
    <section class="rail-block" aria-labelledby="topics">
      <div class="rail-head">
        <h2 id="topics">{visit.t('home.topics')}</h2>
        <a href="/tags">{visit.t('home.all_topics')}</a>
      </div>
      <ul class="rail-topics">
        {topics.map((topic) => (
          <li key={topic.slug}>
            <TopicRow visit={visit} topic={topic} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For a member who follows none. */
export function TopicsToFollow({ visit, topics }: TopicsProps) {
  const { t } = visit;
  if (topics.length === 0) return null;
  return (
    <section aria-labelledby="topics">
      <h2 id="topics">{t('home.or_topics')}</h2>
      <ul class="rail-topics">
        {topics.map((topic) => (
          <li key={topic.slug}>
            <TopicRow visit={visit} topic={topic} />
            <ActionForm visit={visit} action={`${tagPath(topic.slug)}/follow/update`}>
              <button class="button button-small" type="submit">
                {t('tags.follow')}
                <span class="visually-hidden"> {topic.name}</span>
              </button>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TopicRow({ visit, topic }: { visit: PageView; topic: Topic }) {
  return (
    <a class="topic-row" href={tagPath(topic.slug)}>
      <span class="topic">{topic.name}</span>
      <span class="meta">{countOf(visit, topic)}</span>
    </a>
  );
}

/** Exact below the limit of counting; a number that is only a lower bound has a plus sign. */
function countOf({ t, locale }: PageView, { recent, posts }: Topic): string {
  if (!recent) return t('home.topic_posts', { count: posts, number: formatCompact(posts, locale) });
  const { value, isMore } = recent;
  const number = `${formatCompact(value, locale)}${isMore ? '+' : ''}`;
  return t('home.topic_week', { count: value, number });
}
