import { MAIL_KINDS, type MailContent, type MailFrame } from '../rules.ts';

/** The same content for programs that show no HTML, and for people who prefer text. */
export function renderText(content: MailContent, { t, kind, base_url }: MailFrame): string {
  const { title, paragraphs, code, facts = [], entries = [], button, footnote } = content;
  const unsubscribe = MAIL_KINDS[kind] === 'account' ? undefined : content.unsubscribe;
  const parts = [
    title,
    ...paragraphs,
    code && `${t('mail.code')}: ${code}`,
    facts.map(({ label, value }) => `${label}: ${oneLine(value)}`).join('\n'),
    ...entries.map((entry) =>
      [oneLine(entry.title), oneLine(entry.meta), entry.text, entry.href]
        .filter(Boolean)
        .join('\n'),
    ),
    button && `${button.label}:\n${button.href}`,
    // Programs collapse what follows these two hyphens and a space: a signature.
    `-- \n${t('page.site')} · ${base_url}`,
    footnote,
    t(`mail.why.${MAIL_KINDS[kind]}`),
    unsubscribe && `${unsubscribe.label}: ${new URL(unsubscribe.href, base_url).href}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
