export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp';

export const UPLOAD_BYTES_MAX = 5 * 1024 * 1024; // SPEC §8
export const POST_FORMATS: readonly ImageFormat[] = ['jpeg', 'png', 'gif', 'webp']; // SPEC §8
export const COMMENT_FORMATS: readonly ImageFormat[] = ['jpeg', 'png']; // SPEC §8

export const MEGAPIXELS_MAX = 40; // D48, over all frames
export const PIXELS_MAX = MEGAPIXELS_MAX * 1_000_000;
export const SIDE_MAX = 30_000; // A38: a decoder holds several whole rows, however few there are
export const FRAMES_MAX = 500; // A38: tiny frames pass the pixel limit by the thousand

export const POST_SIDE_MAX = 2560;
export const COMMENT_SIDE_MAX = 1920;
export const AVATAR_SIDE = 256;

export const POST_QUALITY = 80;
export const COMMENT_BYTES_MAX = 300_000; // D48
export const QUALITY_RANGE = [50, 90] as const; // D48
export const ENCODES_MAX = 6; // D48

export const AT_ONCE = 2; // A38
export const WAITING_MAX = 20; // A38
export const CPU_MS_MAX = 5_000; // A38: of a core, which is the picture's doing
export const WALL_MS_MAX = 10_000; // A38: by the clock, which is also the doing of all else that runs here
// A38 allows a worker 300 MB; the difference is what a decoder can touch between two looks.
export const WORKER_RSS_MAX = 260_000_000;
