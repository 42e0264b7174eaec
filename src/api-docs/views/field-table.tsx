import type { PageView } from '../../platform/http/page.ts';
import { TextWithCode } from '../../ui/text-with-code.tsx';
import { type Field, type Limit, listLimits, type Schema, typeName } from '../rules.ts';

type FieldTableProps = {
  visit: PageView;
  caption: string;
  fields: (Field & { in?: string })[];
  /** Shown if there are no fields: a plain value or an empty object. */
  whole?: Schema;
  /** Request fields are marked if required, response fields if optional. */
  of: Direction;
};

type Direction = 'request' | 'response';

export function FieldTable({ visit, caption, fields, whole = {}, of }: FieldTableProps) {
  const { t } = visit;
  if (fields.length === 0) {
    return (
      <>
        {of === 'request' ? <h4>{caption}</h4> : null}
        <p>
          <code class="type">{typeName(whole)}</code>
        </p>
      </>
    );
  }
  return (
    <table class="table table-fields">
      <caption class={of === 'response' ? 'visually-hidden' : ''}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('docs.name')}</th>
          <th scope="col">{t('docs.type')}</th>
          <th scope="col">{t('docs.notes')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <FieldRow key={`${field.parent}${field.name}`} {...{ visit, field, of }} />
        ))}
      </tbody>
    </table>
  );
}

type FieldRowProps = { visit: PageView; field: Field & { in?: string }; of: Direction };

function FieldRow({ visit, field, of }: FieldRowProps) {
  const { parent, name, schema, required } = field;
  return (
    <tr>
      <th scope="row">
        <code>
          {parent ? <span class="field-parent">{parent}</span> : null}
          {name}
        </code>
        <Mark visit={visit} required={required} of={of} />
      </th>
      <td>
        <code class="type">{typeName(schema)}</code>
        {field.in ? <span class="meta"> {locationName(visit, field.in)}</span> : null}
      </td>
      <td>
        {schema.description ? (
          <p lang="en">
            <TextWithCode text={schema.description} />
          </p>
        ) : null}
        {listLimits(schema).map((limit) => (
          <p key={limit.kind} class="meta">
            <LimitText visit={visit} limit={limit} />
          </p>
        ))}
      </td>
    </tr>
  );
}

function Mark({
  visit: { t },
  required,
  of,
}: {
  visit: PageView;
  required: boolean;
  of: Direction;
}) {
  if (of === 'request' && required) {
    return <span class="field-mark field-required">{t('docs.required')}</span>;
  }
  if (of === 'response' && !required) return <span class="field-mark">{t('docs.optional')}</span>;
  return null;
}

function locationName({ t }: PageView, location: string): string {
  if (location === 'path') return t('docs.in_path');
  return location === 'query' ? t('docs.in_query') : t('docs.in_header');
}

function LimitText({ visit: { t }, limit: { kind, text } }: { visit: PageView; limit: Limit }) {
  if (kind === 'pattern' || kind === 'default') {
    return (
      <>
        {t(`docs.${kind}`)} <code>{text}</code>
      </>
    );
  }
  return <>{t(`docs.${kind}`, { range: text })}</>;
}
