/** What a link in a mail looks like, before anything is looked up. */
export const MAIL_TOKEN_FORM = '^v2\\.[1-9][0-9]{0,15}\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}$';
export const CODE_FORM = '^ *[0-9]{6} *$';

/** The page that each link opens. The token is moved from the path to a cookie before the page is shown. */
export const LINK_PAGES = {
  reset_password: '/reset',
  verify_address: '/verify',
  change_address: '/change-address',
  undo_change: '/undo-change',
} as const;

export type LinkPurpose = keyof typeof LINK_PAGES;
