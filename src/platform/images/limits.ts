export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp';

export const UPLOAD_BYTES_MAX = 5 * 1024 * 1024; // SPEC §8
export const POST_FORMATS: readonly ImageFormat[] = ['jpeg', 'png', 'gif', 'webp']; // SPEC §8
export const COMMENT_FORMATS: readonly ImageFormat[] = ['jpeg', 'png']; // SPEC §8

export const MEGAPIXELS_MAX = 40; // D48, over all frames
export const PIXELS_MAX = MEGAPIXELS_MAX * 1_000_000;
export const SIDE_MAX = 30_000; // A38: a decoder needs memory for several whole rows
export const FRAMES_MAX = 500; // A38: thousands of tiny frames would pass the pixel limit

export const POST_SIDE_MAX = 2560;
export const COMMENT_SIDE_MAX = 1920;
export const AVATAR_SIDE = 256;

export const POST_QUALITY = 80;
export const COMMENT_BYTES_MAX = 300_000; // D48
export const QUALITY_RANGE = [50, 90] as const; // D48
export const ENCODES_MAX = 6; // D48

export const AT_ONCE = 2; // A38
export const WAITING_MAX = 20; // A38
/** Share pictures that wait: about five seconds of work. */
export const CARDS_WAITING_MAX = 10;
export const CPU_MS_MAX = 5_000; // A38: CPU time, which depends on the picture alone
export const WALL_MS_MAX = 10_000; // A38: wall time, which depends on the load too
// A38 allows a worker 300 MB; a decoder can allocate the difference between two checks.
export const WORKER_RSS_MAX = 260_000_000;
