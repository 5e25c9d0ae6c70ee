import { type AutomaticPart, automaticMediaPath } from '@pasar/api';
import { BULK_SEND_LIMITS, IMAGE_TYPES, offers, SCREEN_LIMITS } from '@pasar/domain';
import { toBase64 } from '@pasar/sync';
import { useRef, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { toldOf } from '../../base/spreadsheet-file.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { bytesOf } from '../../ui/file-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './bulk-send.module.css';
import { savePicture } from './commands.ts';
import { type Draft, type DraftPart, drafted, onlyShop, variablesOf } from './draft.ts';
import type { BulkSendParts } from './parts.ts';
import { PART_TEXTS, VARIABLE_TEXTS } from './texts.ts';

/** Up to five messages, one after the other. Products and vouchers are those of exactly one shop. */
export function MessageField(props: {
  readonly parts: BulkSendParts;
  readonly draft: Draft;
  readonly onChange: (parts: readonly DraftPart[]) => void;
}) {
  const { t } = useTranslation('bulkSend');
  const { draft, onChange } = props;
  const { ProductField, VoucherField } = props.parts;
  const { parts } = draft;
  const shopId = onlyShop(draft.target);
  const shop = useDeskState(({ shops }) => (shopId === null ? null : (shops.get(shopId) ?? null)));
  const [choosing, setChoosing] = useState<'product' | 'voucher' | null>(null);
  const isFull = parts.length >= BULK_SEND_LIMITS.parts;
  const add = (part: AutomaticPart) => {
    onChange([...parts, drafted(part)]);
    setChoosing(null);
  };
  return (
    <>
      <ol className={styles.messages}>
        {parts.map((one, index) => (
          <li key={one.key} className={styles.message}>
            <Part
              draft={draft}
              part={one.part}
              number={index + 1}
              onChange={(part) => onChange(parts.with(index, { ...one, part }))}
            />
            {parts.length > 1 && (
              <IconButton
                icon="bin"
                label={t('part.remove', { number: index + 1 })}
                onClick={() => onChange(parts.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </ol>
      <div className={styles.line}>
        <Button kind="plain" disabled={isFull} onClick={() => add({ kind: 'text', text: '' })}>
          {t('part.addText')}
        </Button>
        <PictureButton isOff={isFull} onPicture={add} />
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
          disabled={isFull || shop === null || !offers(shop.marketplace, 'voucherCard')}
          aria-expanded={choosing === 'voucher'}
          onClick={() => setChoosing(choosing === 'voucher' ? null : 'voucher')}
        >
          {t('part.addVoucher')}
        </Button>
      </div>
      {shop === null && <p className={styles.hint}>{t('part.oneShop')}</p>}
      {shop !== null && choosing === 'product' && <ProductField shop={shop} onChoose={add} />}
      {shop !== null && choosing === 'voucher' && <VoucherField shop={shop} onChoose={add} />}
    </>
  );
}

function Part(props: {
  readonly draft: Draft;
  readonly part: AutomaticPart;
  readonly number: number;
  readonly onChange: (part: AutomaticPart) => void;
}) {
  const { t } = useTranslation('bulkSend');
  const area = useRef<HTMLTextAreaElement>(null);
  const { part, number, onChange } = props;
  if (part.kind === 'image') {
    return (
      <p className={styles.card}>
        <img src={automaticMediaPath(part.pictureId)} alt={part.fileName} className={styles.picture} />
        {part.fileName}
      </p>
    );
  }
  if (part.kind !== 'text') {
    return (
      <p className={styles.card}>
        {t(PART_TEXTS[part.kind])}: {part.title}
      </p>
    );
  }
  const insert = (variable: string) => {
    const held = area.current;
    if (held === null) return;
    held.setRangeText(`{${variable}}`, held.selectionStart, held.selectionEnd, 'end');
    onChange({ kind: 'text', text: held.value });
    held.focus();
  };
  return (
    <div className={styles.text}>
      <textarea
        ref={area}
        rows={3}
        value={part.text}
        maxLength={SCREEN_LIMITS.messageTextLength}
        aria-label={t('part.number', { number })}
        onChange={({ currentTarget: { value } }) => onChange({ kind: 'text', text: value })}
      />
      <p className={styles.variables}>
        <span>{t('variable.insert')}</span>
        {variablesOf(props.draft.target).map((variable) => (
          <Button key={variable} kind="link" onClick={() => insert(variable)}>
            {t(VARIABLE_TEXTS[variable])}
          </Button>
        ))}
      </p>
    </div>
  );
}

/** A picture is stored at once, so that the preview and the task can name it. */
function PictureButton(props: { readonly isOff: boolean; readonly onPicture: (part: AutomaticPart) => void }) {
  const { t } = useTranslation('bulkSend');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const take = async (file: File) => {
    const type = IMAGE_TYPES.find((known) => known === file.type);
    if (type === undefined) return toast('bad', reasonText('file_unsupported', locale));
    if (file.size > SCREEN_LIMITS.chatImageBytes) return toast('bad', reasonText('file_too_large', locale));
    const bytes = await bytesOf(file);
    if (bytes === null) return toast('bad', reasonText('image_data_missing', locale));
    setIsBusy(true);
    const fileName = file.name.slice(0, 200);
    const result = await toldOf(savePicture({ fileName, type, file: toBase64(bytes) }), common);
    setIsBusy(false);
    if (result.ok) props.onPicture({ kind: 'image', fileName, type, ...result.data });
  };
  return (
    <>
      <Button kind="plain" disabled={props.isOff || isBusy} aria-busy={isBusy} onClick={() => input.current?.click()}>
        {t('part.addPicture')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_TYPES.join(',')}
        aria-label={t('part.addPicture')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file !== undefined) void take(file);
        }}
      />
    </>
  );
}
