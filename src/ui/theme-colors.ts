/** `--bg` of the style sheet, for what a browser draws around a page. */
export const THEME_COLORS = { light: '#f7f5ef', dark: '#0f1413' };
/** From six in the evening. */
export const EVENING_COLORS = { light: '#f6f1e4', dark: '#11140f' };
