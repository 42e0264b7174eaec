import type { PageView } from '../../platform/http/page.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Layout } from '../../ui/layout.tsx';
import { TextWithCode } from '../../ui/text-with-code.tsx';
import { credentialsExample, type Operation } from '../rules.ts';
import { OperationCard } from './operation-card.tsx';

type Groups = { tag: string; operations: Operation[] }[];
type ApiReferenceProps = { visit: PageView; groups: Groups; baseUrl: string };

/** Long, and the same for every viewer: rendered once per language and inserted as HTML. */
export function ApiReferencePage({ visit, html }: { visit: PageView; html: string }) {
  return (
    <Layout visit={visit} title={visit.t('docs.title')} wide sheets={['work']}>
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </Layout>
  );
}

export function ApiReference({ visit, groups, baseUrl }: ApiReferenceProps) {
  const { t } = visit;
  return (
    <div class="docs">
      <Contents visit={visit} groups={groups} />
      <div class="docs-body">
        <h1>{t('docs.title')}</h1>
        <p class="lead">{t('docs.lead')}</p>
        <GettingStarted visit={visit} baseUrl={baseUrl} />
        {groups.map(({ tag, operations }) => (
          <section key={tag} class="docs-group" aria-labelledby={`tag-${tag}`}>
            <h2 id={`tag-${tag}`} lang="en">
              {tag}
            </h2>
            {operations.map((operation) => (
              <OperationCard key={operation.id} {...{ visit, operation, baseUrl }} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function Contents({ visit, groups }: { visit: PageView; groups: Groups }) {
  const { t } = visit;
  return (
    <nav class="docs-nav" aria-label={t('docs.contents')}>
      <ul>
        <li>
          <a class="docs-nav-head" href="#start">
            {t('docs.start')}
          </a>
        </li>
        {groups.map(({ tag, operations }) => (
          <li key={tag} lang="en">
            <a class="docs-nav-head" href={`#tag-${tag}`}>
              {tag}
            </a>
            <ul>
              {operations.map(({ id, summary }) => (
                <li key={id}>
                  <a href={`#${id}`}>{summary}</a>
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li>
          <a class="docs-nav-head" href="/docs/errors">
            {t('docs.errors_title')}
          </a>
        </li>
      </ul>
    </nav>
  );
}

function GettingStarted({ visit, baseUrl }: { visit: PageView; baseUrl: string }) {
  const { t } = visit;
  return (
    <section class="docs-group" aria-labelledby="start">
      <h2 id="start">{t('docs.start')}</h2>
      <ul class="docs-start">
        <li>
          <TextWithCode text={t('docs.start_base', { base_url: baseUrl })} />{' '}
          <a href="/openapi.json">openapi.json</a>
        </li>
        <li>
          <TextWithCode text={t('docs.start_token')} />
        </li>
        <li>
          <TextWithCode text={t('docs.start_cookie')} />
        </li>
        <li>
          <TextWithCode text={t('docs.start_list')} />
        </li>
        <li>
          <TextWithCode text={t('docs.start_retry')} />
        </li>
        <li>
          <TextWithCode text={t('docs.start_errors')} />{' '}
          <a href="/docs/errors">{t('docs.errors_title')}</a>
        </li>
      </ul>
      <CodeBlock>{credentialsExample(baseUrl)}</CodeBlock>
    </section>
  );
}
