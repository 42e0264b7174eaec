import { type Locale, translator } from '../platform/i18n.ts';
import { formatCompact } from './numbers.ts';

/** One lamp per post; its light is its energy. An ancestor has the class `glow-0` … `glow-6`. */
export function PostLamp({ energy, locale }: { energy: number; locale: Locale }) {
  return (
    <div class="post-lamp">
      <span class="lamp" />
      {energy > 0 ? (
        <span class="lamp-energy">
          <span class="visually-hidden">{translator(locale)('shell.energy')} </span>
          {formatCompact(energy, locale)}
        </span>
      ) : null}
    </div>
  );
}
