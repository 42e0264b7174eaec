import { Problem } from '../../../ui/client/api.ts';
import { describeProblem } from '../../../ui/client/texts.ts';
import { toast } from '../../../ui/client/toast.ts';
import { upload } from '../../../ui/client/upload.ts';
import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';
import { fileProblem, UPLOAD_URL, type UploadedImage } from './uploads.ts';

type Options = {
  field: HTMLInputElement;
  t: Translate;
  /** The first image of the text, offered as the cover. */
  firstImage(): string | undefined;
  onChange(): void;
};

/** Chooses the picture that lists show. */
export function runCoverPicker({ field, t, firstImage, onChange }: Options): { show(): void } {
  const root = pageElement('write-cover');
  const picture = root.querySelector('img') as HTMLImageElement;
  const progress = root.querySelector('progress') as HTMLProgressElement;
  const file = root.querySelector('input') as HTMLInputElement;

  function show(): void {
    root.dataset['filled'] = String(field.value !== '');
    if (field.value) picture.src = field.value;
    else picture.removeAttribute('src');
    const choose = root.querySelector('[data-cover="choose"]');
    if (choose) choose.textContent = t(field.value ? 'cover_change' : 'cover_choose');
    const first = root.querySelector<HTMLElement>('[data-cover="first"]');
    if (first) first.hidden = field.value !== '' || !firstImage();
  }

  function set(url: string): void {
    field.value = url;
    show();
    onChange();
  }

  async function uploadCover(chosen: File): Promise<void> {
    const problem = fileProblem(chosen);
    if (problem) {
      toast(t(problem, { name: chosen.name }), 'danger');
      return;
    }
    progress.hidden = false;
    progress.value = 0;
    try {
      const { url } = await upload<UploadedImage>(UPLOAD_URL, chosen, {
        onProgress: (portion) => {
          progress.value = portion;
        },
      });
      set(url);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      toast(describeProblem(error), 'danger');
    } finally {
      progress.hidden = true;
    }
  }

  root.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-cover]');
    const { cover } = button?.dataset ?? {};
    if (cover === 'choose') file.click();
    if (cover === 'remove') set('');
    const first = cover === 'first' ? firstImage() : undefined;
    if (first) set(first);
  });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    file.value = '';
    if (chosen) void uploadCover(chosen);
  });
  show();
  return { show };
}
