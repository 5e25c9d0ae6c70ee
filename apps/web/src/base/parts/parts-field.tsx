import type { QuickReplyPart, ShopView } from '@pasar/api';
import { IMAGE_TYPES, MARKETPLACE_NAMES, offers, REPLY_VIDEO_LIMITS, SCREEN_LIMITS } from '@pasar/domain';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toasts.tsx';
import { reasonText, useLocale, useTranslation } from '../texts/i18n.ts';
import { readVideo } from '../videos/read-video.ts';
import { Film } from './film.tsx';
import { type GoodsKind, ProductField, VoucherField } from './goods-field.tsx';
import { type DraftPart, drafted, emptyText } from './parts-draft.ts';
import styles from './parts-field.module.css';
import type { PartsUse } from './parts-use.ts';
import { holeOf, PART_TEXTS, VARIABLE_TEXTS } from './texts.ts';

interface PartsFieldProps {
  readonly use: PartsUse;
  readonly parts: readonly DraftPart[];
  /** The shop whose goods can be added; null for none. */
  readonly shop: ShopView | null;
  readonly onChange: (parts: readonly DraftPart[]) => void;
}

/** The parts in one language, in the order in which they are sent. */
export function PartsField({ use, parts, shop, onChange }: PartsFieldProps) {
  const { t } = useTranslation('parts');
  const locale = useLocale();
  const isFull = parts.length >= use.most;
  const picture = useRef<HTMLInputElement>(null);
  const film = useRef<HTMLInputElement>(null);
  const hasVideo = parts.some((draft) => 'read' in draft || ('part' in draft && draft.part.kind === 'video'));
  const [choosing, setChoosing] = useState<GoodsKind | null>(null);
  const add = (part: QuickReplyPart) => {
    onChange([...parts, drafted(part)]);
    setChoosing(null);
  };
  const hasVouchers = shop !== null && offers(shop.marketplace, 'voucherCard');
  const move = (from: number, to: number) => {
    const held = parts[from];
    if (held !== undefined) onChange(parts.toSpliced(from, 1).toSpliced(to, 0, held));
  };
  const addPicture = (file: File) => {
    const type = IMAGE_TYPES.find((known) => known === file.type);
    if (type === undefined) return toast('bad', reasonText('file_unsupported', locale));
    if (file.size > SCREEN_LIMITS.chatImageBytes) return toast('bad', reasonText('file_too_large', locale));
    onChange([...parts, { key: crypto.randomUUID(), file, type, url: URL.createObjectURL(file) }]);
  };
  const [isReading, setIsReading] = useState(false);
  const newest = useRef(parts);
  newest.current = parts;
  const addVideo = async (file: File) => {
    setIsReading(true);
    const read = await readVideo(file, REPLY_VIDEO_LIMITS);
    setIsReading(false);
    if (typeof read === 'string') toast('bad', reasonText(read, locale));
    else onChange([...newest.current, { key: crypto.randomUUID(), read }]);
  };
  return (
    <div className={styles.parts}>
      <ol className={styles.list}>
        {parts.map((draft, index) => (
          <li key={draft.key} className={styles.part}>
            <Part use={use} draft={draft} index={index} onChange={(next) => onChange(parts.with(index, next))} />
            <span className={styles.actions}>
              {index > 0 && (
                <IconButton
                  icon="up"
                  label={t('part.up', { number: index + 1 })}
                  onClick={() => move(index, index - 1)}
                />
              )}
              {parts.length > 1 && (
                <IconButton
                  icon="bin"
                  label={t('part.remove', { number: index + 1 })}
                  onClick={() => onChange(parts.toSpliced(index, 1))}
                />
              )}
            </span>
          </li>
        ))}
      </ol>
      <div className={styles.add}>
        <Button kind="plain" disabled={isFull} onClick={() => onChange([...parts, emptyText()])}>
          {t('part.addText')}
        </Button>
        <Button kind="plain" disabled={isFull} onClick={() => picture.current?.click()}>
          {t('part.addPicture')}
        </Button>
        {use.hasVideos && (
          <Button
            kind="plain"
            disabled={isFull || isReading}
            aria-busy={isReading}
            onClick={() => film.current?.click()}
          >
            {t(isReading ? 'part.readingVideo' : 'part.addVideo')}
          </Button>
        )}
        {use.noShop !== null && (
          <>
            <Button
              kind="plain"
              disabled={isFull || shop === null}
              aria-expanded={choosing === 'product'}
              onClick={() => setChoosing(choosing === 'product' ? null : 'product')}
            >
              {t('part.addProduct')}
            </Button>
            <Button
              kind="plain"
              disabled={isFull || !hasVouchers}
              aria-expanded={choosing === 'voucher'}
              onClick={() => setChoosing(choosing === 'voucher' ? null : 'voucher')}
            >
              {t('part.addVoucher')}
            </Button>
          </>
        )}
        <input
          ref={picture}
          type="file"
          hidden
          accept={IMAGE_TYPES.join(',')}
          aria-label={t('part.addPicture')}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            if (file !== undefined) addPicture(file);
          }}
        />
        {use.hasVideos && (
          <input
            ref={film}
            type="file"
            hidden
            accept="video/mp4"
            aria-label={t('part.addVideo')}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              currentTarget.value = '';
              if (file !== undefined) void addVideo(file);
            }}
          />
        )}
      </div>
      {shop !== null && hasVideo && !offers(shop.marketplace, 'video') && (
        <p className={styles.why}>{t('part.noVideoHere', { marketplace: MARKETPLACE_NAMES[shop.marketplace] })}</p>
      )}
      {shop === null && use.noShop !== null && <p className={styles.why}>{t(use.noShop)}</p>}
      {shop !== null && use.noShop !== null && !hasVouchers && (
        <p className={styles.why}>{t('goods.noVoucher', { marketplace: MARKETPLACE_NAMES[shop.marketplace] })}</p>
      )}
      {shop !== null && choosing === 'product' && <ProductField shop={shop} onChoose={add} />}
      {shop !== null && choosing === 'voucher' && hasVouchers && <VoucherField shop={shop} onChoose={add} />}
    </div>
  );
}

function Part(props: {
  readonly use: PartsUse;
  readonly draft: DraftPart;
  readonly index: number;
  readonly onChange: (next: DraftPart) => void;
}) {
  const { t } = useTranslation('parts');
  const { use, draft, index, onChange } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  if ('read' in draft) return <Film url={draft.read.url} name={draft.read.video.fileName} />;
  if (!('part' in draft)) return <Picture url={draft.url} name={draft.file.name} />;
  const { part } = draft;
  if (part.kind === 'image') return <Picture url={use.mediaPath(part.pictureId)} name={part.fileName} />;
  if (part.kind === 'video' && part.video !== null) {
    return <Film url={use.mediaPath(part.videoId)} name={part.title} />;
  }
  if (part.kind !== 'text') {
    return (
      <p className={styles.card}>
        {t(PART_TEXTS[part.kind])}: {part.title}
      </p>
    );
  }
  const write = (text: string) => onChange({ ...drafted({ kind: 'text', text }), key: draft.key });
  const insert = (hole: string) => {
    const held = area.current;
    if (held === null) return;
    held.setRangeText(hole, held.selectionStart, held.selectionEnd, 'end');
    write(held.value);
    held.focus();
  };
  return (
    <div className={styles.text}>
      <textarea
        ref={area}
        value={part.text}
        maxLength={SCREEN_LIMITS.messageTextLength}
        aria-label={t('part.textNumber', { number: index + 1 })}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <p className={styles.variables}>
        <span>{t('variable.insert')}</span>
        {use.variables.map((variable) => (
          <Button key={variable} kind="link" onClick={() => insert(holeOf(variable))}>
            {t(VARIABLE_TEXTS[variable])}
          </Button>
        ))}
      </p>
    </div>
  );
}

const Picture = ({ url, name }: { readonly url: string; readonly name: string }) => (
  <p className={styles.card}>
    <img src={url} alt={name} className={styles.picture} />
    <span>{name}</span>
  </p>
);
