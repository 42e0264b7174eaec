import { type Locale, translator } from '../platform/i18n.ts';
import { withShownZone } from '../platform/shown-zone.ts';
import type { Site } from '../platform/site.ts';
import { formatDateTime } from '../ui/time.tsx';
import { shownZoneName } from '../ui/zone-name.ts';
import { type FileName, LISTS } from './contents.ts';

type Subject = { base_url: string; site: Pick<Site, 'name' | 'time_zone'>; created_at: Date };

/** Explains each file of the export. */
export function readmeIn(locale: Locale, subject: Subject): string {
  return withShownZone(subject.site.time_zone, () => write(locale, subject));
}

function write(locale: Locale, { base_url, site, created_at }: Subject): string {
  const t = translator(locale, site.name);
  const files: FileName[] = ['account', ...LISTS.map(([name]) => name)];
  const listed = files.map((name) => `- \`${name}.json\`: ${t(`export.files.${name}`)}`);
  const at = formatDateTime(created_at.toISOString(), locale);
  const zone = shownZoneName(locale);
  const paragraphs = [
    `# ${t('export.title')}`,
    t('export.lead', { site: base_url, at, zone }),
    `## ${t('export.inside')}`,
    [...listed, `- \`pictures/\`: ${t('export.pictures')}`].join('\n'),
    `## ${t('export.outside')}`,
    t('export.outside_about'),
    `## ${t('export.reading')}`,
    t('export.reading_about'),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}
