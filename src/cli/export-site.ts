import { storageSettings } from '../config.ts';
import { exportSite, NotEmpty } from '../site-export/actions/export-site.ts';
import { withContext } from './context.ts';
import { WrongUsage } from './failure.ts';
import { readSettings } from './settings.ts';
import { openExistingStorage } from './storage.ts';

export async function runExport(directory: string): Promise<void> {
  const config = readSettings();
  const storage = await openExistingStorage(storageSettings(config));
  try {
    await withContext(config, async (bare) => {
      const counts = await exportSite({ ...bare, storage }, directory);
      const { posts, pictures, missing, authors, series } = counts;
      console.log(
        `wrote ${posts} posts, ${pictures} pictures, ${authors} authors and ${series} series to ${directory}`,
      );
      if (missing > 0) console.log(`${missing} pictures are not in the storage`);
    });
  } catch (error) {
    if (error instanceof NotEmpty) throw new WrongUsage(error.message);
    throw error;
  } finally {
    storage.close();
  }
}
