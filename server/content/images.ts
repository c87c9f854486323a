import type { FastifyPluginAsync } from 'fastify';
import { officeAddContentImage } from '#contract/office/content/content-parts.ts';
import { imagePath, imageWidths } from '#core/content/render.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS, type Instant } from '#core/time.ts';
import { sweepUnreferenced } from '#server/cheques/cheque-files.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { cleanPicture } from '#server/platform/images/clean-picture.ts';
import { type Route, routeAfter } from '#server/platform/http/route.ts';
import { auditContent } from './edit-item.ts';

type ImageDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'files' | 'queue'>;

/** Folder of one day's pictures, so that files without a row are found by their day. */
const folderOf = (at: Instant): string => `content-images/${new Date(at).toISOString().slice(0, 10)}`;
const keyOf = (image: { readonly id: string; readonly at: Instant }, width: number): string =>
  `${folderOf(image.at)}/${image.id}-${width}.webp`;

interface StoredImage {
  readonly id: string;
  readonly at: Instant;
  readonly width: number;
  readonly height: number;
}

/** Re-encodes a picture without its metadata and stores it in all widths served. */
async function storeImage(deps: ImageDeps, bytes: Buffer | undefined): Promise<Result<StoredImage, 'invalid_file_type'>> {
  const clean = bytes && (await cleanPicture(bytes));
  if (clean === undefined) return refuse({ code: 'invalid_file_type', field: 'image', message: 'content_picture' });
  // Loaded by the first picture
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(clean).metadata();
  const image = { id: deps.random.uuid(), at: deps.clock.now(), width, height };
  for (const targetWidth of imageWidths(width)) {
    await deps.files.put(keyOf(image, targetWidth), await sharp(clean).resize({ width: targetWidth }).webp({ quality: 82 }).toBuffer());
  }
  return accept(image);
}

const insertImage = (tx: Tx, { id, at, width, height }: StoredImage, by: string): Promise<number> =>
  tx.run(sql`
    insert into content_images (id, width, height, made_by, made_at) values (${id}, ${width}, ${height}, ${by}, ${new Date(at)})`);

/** Uploads of pictures for texts. */
export const officeContentImageRoutes = (deps: ImageDeps): Route[] => [
  routeAfter(
    officeAddContentImage,
    async ({ files }) => await storeImage(deps, files['image']?.bytes),
    async ({ prepared, visitor: { userId: operatorId }, tx }) => {
      const { id, width, height } = prepared;
      await insertImage(tx, prepared, operatorId);
      await auditContent(deps, tx, { action: 'image', id, operatorId, detail: { width, height } });
      return accept({
        data: { type: 'content_images', id, attributes: { width, height, src: imagePath(id, imageWidths(width).at(-1) ?? width) } },
      });
    },
  ),
];

const ImageRow = rowType({ made_at: col.timestamp, width: col.number });
const findImage = (db: Queryable, id: string): Promise<RowOf<typeof ImageRow> | undefined> =>
  db.maybe(ImageRow, sql`select made_at, width from content_images where id::text = ${id}`);

const NAME = /^([0-9a-f-]{36})-(\d{1,4})\.webp$/;
/** A picture never changes. A new one has a new id. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** `GET /content/images/<id>-<width>.webp`. Pictures of drafts are protected by their random ids. */
export const contentImageFiles =
  ({ db, files }: Pick<Deps, 'db' | 'files'>): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { name: string } }>('/content/images/:name', async (request, reply) => {
      const [, id = '', width = ''] = NAME.exec(request.params.name) ?? [];
      const image = id === '' ? undefined : await findImage(db, id);
      if (image === undefined || !imageWidths(image.width).includes(Number(width))) return reply.callNotFound();
      const bytes = await files.get(keyOf({ id, at: image.made_at.getTime() }, Number(width)));
      if (bytes === undefined) return reply.callNotFound();
      // Telegram and search engines embed the picture in their own pages
      return reply
        .header('cache-control', CACHE_CONTROL)
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/webp')
        .send(bytes);
    });
  };

const IdRow = rowType({ id: col.text });

/** Deletes pictures whose upload was refused after they were stored. */
export function contentJobs(deps: ImageDeps): void {
  const findReferenced = async (keys: readonly string[]): Promise<ReadonlySet<string>> => {
    const idOf = (key: string): string => /([0-9a-f-]{36})-\d{1,4}\.webp$/.exec(key)?.[1] ?? '';
    const rows = await deps.db.many(
      IdRow,
      sql`select id::text from content_images where id::text = any (${[...new Set(keys.map(idOf))]}::text[])`,
    );
    const existingIds = new Set(rows.map(({ id }) => id));
    return new Set(keys.filter((key) => existingIds.has(idOf(key))));
  };
  deps.queue.every('sweep-content-images', DAY_MS, () => sweepUnreferenced(deps, { folder: folderOf, findReferenced }));
}
