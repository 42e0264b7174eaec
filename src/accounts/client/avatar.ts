import { Problem } from '../../ui/client/api.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import { toast } from '../../ui/client/toast.ts';
import { upload } from '../../ui/client/upload.ts';
import { type Frame, moveFrame, START, squareOf } from './crop-frame.ts';

/** Side of the uploaded picture in pixels: sharp on every screen, small on every network. */
const SIDE = 512;
const QUALITY = 0.9;
const STEP = 0.05;
const ZOOM_STEP = 1.1;

/** Lets the member pick and crop an avatar, uploads it, and updates it everywhere on the page. */
export function cropAvatars(): void {
  document.addEventListener('change', (event) => {
    const input = event.target as HTMLInputElement;
    if (!input.matches('[data-avatar-file]')) return;
    const [file] = input.files ?? [];
    // Otherwise picking the same file again would not fire a change event.
    input.value = '';
    if (file) void open(file);
  });
}

async function open(file: File): Promise<void> {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-crop]');
  if (!dialog) return;
  const sentences = JSON.parse(dialog.dataset['sentences'] ?? '{}') as Record<string, string>;
  try {
    new CropDialog(dialog, await createImageBitmap(file), sentences['saved'] ?? '').begin();
  } catch {
    toast(sentences['broken'] ?? '', 'danger');
  }
}

class CropDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #picture: ImageBitmap;
  readonly #saved: string;
  readonly #end = new AbortController();
  #frame: Frame = START;

  constructor(dialog: HTMLDialogElement, picture: ImageBitmap, saved: string) {
    this.#dialog = dialog;
    this.#picture = picture;
    this.#saved = saved;
  }

  begin(): void {
    const { signal } = this.#end;
    const frame = this.#part('[data-crop-frame]');
    frame.addEventListener('keydown', (event) => this.#moveByKey(event), { signal });
    frame.addEventListener('pointermove', (event) => this.#drag(event), { signal });
    const capturePointer = (event: PointerEvent) => frame.setPointerCapture(event.pointerId);
    frame.addEventListener('pointerdown', capturePointer, { signal });
    frame.addEventListener('wheel', (event) => this.#zoomByWheel(event), {
      signal,
      passive: false,
    });
    const zoom = this.#part<HTMLInputElement>('[data-crop-zoom]');
    const slide = () => this.#move({ zoom: Number(zoom.value) / this.#frame.zoom });
    zoom.addEventListener('input', slide, { signal });
    const onClick = (part: string, act: () => void) =>
      this.#part(part).addEventListener('click', act, { signal });
    onClick('[data-crop-cancel]', () => this.#dialog.close());
    onClick('[data-crop-use]', () => void this.#send());
    this.#dialog.addEventListener('close', () => this.#finish(), { signal });
    this.#showProblem('');
    this.#move({});
    this.#dialog.showModal();
    frame.focus();
  }

  #part<T extends HTMLElement>(selector: string): T {
    const part = this.#dialog.querySelector<T>(selector);
    if (!part) throw new Error(`the crop dialog has no ${selector}`);
    return part;
  }

  #moveByKey(event: KeyboardEvent): void {
    const steps: Record<string, Parameters<typeof moveFrame>[2]> = {
      ArrowLeft: { x: STEP },
      ArrowRight: { x: -STEP },
      ArrowUp: { y: STEP },
      ArrowDown: { y: -STEP },
      '+': { zoom: ZOOM_STEP },
      '=': { zoom: ZOOM_STEP },
      '-': { zoom: 1 / ZOOM_STEP },
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    this.#move(step);
  }

  #drag(event: PointerEvent): void {
    if (event.buttons !== 1) return;
    const { width, height } = this.#part('[data-crop-frame]').getBoundingClientRect();
    this.#move({ x: -event.movementX / width, y: -event.movementY / height });
  }

  #zoomByWheel(event: WheelEvent): void {
    event.preventDefault();
    this.#move({ zoom: event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP });
  }

  #move(by: Parameters<typeof moveFrame>[2]): void {
    this.#frame = moveFrame(this.#picture, this.#frame, by);
    this.#part<HTMLInputElement>('[data-crop-zoom]').value = String(this.#frame.zoom);
    this.#draw(this.#part<HTMLCanvasElement>('canvas'));
  }

  #draw(canvas: HTMLCanvasElement): void {
    const { left, top, side } = squareOf(this.#picture, this.#frame);
    const context = canvas.getContext('2d');
    if (!context) return;
    context.imageSmoothingQuality = 'high';
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(this.#picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
  }

  async #send(): Promise<void> {
    if (this.#dialog.ariaBusy === 'true') return;
    this.#dialog.ariaBusy = 'true';
    const bar = this.#part<HTMLProgressElement>('[data-crop-progress]');
    bar.hidden = false;
    try {
      const { avatar_url } = await upload<{ avatar_url: string }>(
        '/api/settings/avatar',
        await this.#toBlob(),
        {
          onProgress: (part) => {
            bar.value = part;
          },
        },
      );
      this.#dialog.close();
      this.#showEverywhere(avatar_url);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#showProblem(describeProblem(error));
    } finally {
      bar.hidden = true;
      this.#dialog.ariaBusy = null;
    }
  }

  async #toBlob(): Promise<Blob> {
    const canvas = document.createElement('canvas');
    canvas.width = SIDE;
    canvas.height = SIDE;
    this.#draw(canvas);
    const blob = await new Promise<Blob | null>((done) =>
      canvas.toBlob(done, 'image/webp', QUALITY),
    );
    if (!blob) throw new Problem(0, {});
    return blob;
  }

  #showEverywhere(url: string): void {
    // The first avatar raises the member to Lv1, which changes half of the page.
    if (document.querySelector('.first-steps')) {
      location.reload();
      return;
    }
    for (const avatar of document.querySelectorAll(
      '[data-avatar] .avatar, .avatar-button .avatar',
    )) {
      const picture = new Image();
      picture.className = avatar.className.replace(/ avatar-(letter|tone-\d)/g, '');
      picture.alt = '';
      picture.src = url;
      avatar.replaceWith(picture);
    }
    toast(this.#saved);
  }

  #showProblem(sentence: string): void {
    this.#part('[data-crop-problem]').textContent = sentence;
  }

  #finish(): void {
    this.#end.abort();
    this.#picture.close();
  }
}
