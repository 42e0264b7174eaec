import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { REFUSALS, type RefusalCode } from '../../refusals.ts';
import { Layout } from '../../ui/layout.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { TextWithCode } from '../../ui/text-with-code.tsx';

export function ErrorReference({ visit }: { visit: PageView }) {
  const { t, locale } = visit;
  const sentences = LOCALES[locale].refusals;
  return (
    <Layout visit={visit} title={t('docs.errors_title')} wide sheets={['work']}>
      <p class="breadcrumb">
        <a href="/docs">{t('docs.title')}</a>
      </p>
      <h1>{t('docs.errors_title')}</h1>
      <p class="lead">
        <TextWithCode text={t('docs.errors_lead')} />
      </p>
      <table class="table table-errors">
        <thead>
          <tr>
            <th scope="col">{t('docs.code')}</th>
            <th scope="col">{t('docs.status')}</th>
            <th scope="col">{t('docs.meaning')}</th>
            <th scope="col">{t('docs.sentence')}</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(REFUSALS) as RefusalCode[]).map((code) => (
            <tr key={code} id={code}>
              <th scope="row">
                <a class="anchor" href={`#${code}`}>
                  <code>{code}</code>
                </a>
              </th>
              <td>
                <Tag tone={toneOf(REFUSALS[code].status)}>{REFUSALS[code].status}</Tag>
              </td>
              <td lang="en">{REFUSALS[code].title}</td>
              <td>{sentences[code].replaceAll(/\{\{(\w+)\}\}/g, '{$1}')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Layout>
  );
}

function toneOf(status: number): Tone {
  return status >= 500 ? 'danger' : 'neutral';
}
