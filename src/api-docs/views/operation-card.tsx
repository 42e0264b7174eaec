import type { PageView } from '../../platform/http/page.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { TextWithCode } from '../../ui/text-with-code.tsx';
import { curlExample, type Field, listFields, type Operation } from '../rules.ts';
import { FieldTable } from './field-table.tsx';

const METHOD_TONES: Record<string, Tone> = {
  GET: 'info',
  POST: 'success',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'danger',
};

type OperationProps = { visit: PageView; operation: Operation; baseUrl: string };

export function OperationCard({ visit, operation, baseUrl }: OperationProps) {
  const { t } = visit;
  const { id, method, path, summary, description, body } = operation;
  const parameters = operation.parameters.filter(isWorthListing);
  return (
    <article class="card operation" id={id} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} lang="en">
        <a class="anchor" href={`#${id}`}>
          {summary}
        </a>
      </h3>
      <p class="operation-path">
        <Tag tone={METHOD_TONES[method]}>{method}</Tag> <code>{path}</code>
      </p>
      <p class="operation-note" lang="en">
        <TextWithCode text={description} />
      </p>
      {parameters.length > 0 ? (
        <FieldTable visit={visit} caption={t('docs.parameters')} fields={parameters} of="request" />
      ) : null}
      {body ? (
        <FieldTable
          visit={visit}
          caption={t(body.optional ? 'docs.body_optional' : 'docs.body')}
          fields={listFields(body.schema)}
          whole={body.schema}
          of="request"
        />
      ) : null}
      {operation.responses.map((response) => (
        <Response key={response.status} visit={visit} response={response} />
      ))}
      <h4>{t('docs.example')}</h4>
      <CodeBlock>{curlExample(baseUrl, operation)}</CodeBlock>
    </article>
  );
}

/** “Getting started” explains these once for all operations. */
function isWorthListing({ name }: Field): boolean {
  return name !== 'idempotency-key';
}

type ResponseProps = { visit: PageView; response: Operation['responses'][number] };

function Response({ visit, response: { status, schema } }: ResponseProps) {
  const { t } = visit;
  const heading = (
    <>
      {t('docs.response')} <code>{status}</code>
    </>
  );
  if (!schema) {
    return (
      <h4>
        {heading} · {t('docs.no_body')}
      </h4>
    );
  }
  return (
    <details class="operation-response">
      <summary>{heading}</summary>
      <FieldTable
        visit={visit}
        caption={t('docs.fields')}
        fields={listFields(schema)}
        whole={schema}
        of="response"
      />
    </details>
  );
}
