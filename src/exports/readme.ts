import { type Locale, translator } from '../platform/i18n.ts';
import { formatDateTime } from '../ui/time.tsx';
import { type FileName, LISTS } from './contents.ts';

/** Explains each file of the export. */
export function readmeIn(locale: Locale, site: string, name: string, createdAt: Date): string {
  const t = translator(locale, name);
  const files: FileName[] = ['account', ...LISTS.map(([name]) => name)];
  const listed = files.map((name) => `- \`${name}.json\`: ${t(`export.files.${name}`)}`);
  const at = formatDateTime(createdAt.toISOString(), locale);
  const paragraphs = [
    `# ${t('export.title')}`,
    t('export.lead', { site, at }),
    `## ${t('export.inside')}`,
    [...listed, `- \`pictures/\`: ${t('export.pictures')}`].join('\n'),
    `## ${t('export.outside')}`,
    t('export.outside_about'),
    `## ${t('export.reading')}`,
    t('export.reading_about'),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}
