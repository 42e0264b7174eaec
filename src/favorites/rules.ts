/** D33 */
export const NAME_MAX = 40;
export const DESCRIPTION_MAX = 200;
/** Including the default folder. */
export const FOLDERS_MAX = 200;
export const FOLDER_ITEMS_MAX = 5000;

export function folderPath(uid: number, id: number): string {
  return `/folders/${uid}-${id}`;
}
