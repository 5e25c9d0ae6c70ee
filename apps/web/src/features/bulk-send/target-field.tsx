import type { BulkSendTarget } from '@pasar/api';
import { BULK_SEND_LIMITS, ORDER_STATUSES, type ShopId } from '@pasar/domain';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { CountrySelect, MarketplaceSelect } from '../../base/shops/place-selects.tsx';
import { ShopPicker } from '../../base/shops/shop-picker.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import styles from './bulk-send.module.css';
import { EVERYBODY, shopsOf } from './draft.ts';
import { FansField } from './fans-field.tsx';
import { OrderNumbersField } from './order-numbers-field.tsx';
import type { BulkSendParts } from './parts.ts';
import { KIND_TEXTS } from './texts.ts';

type Kind = BulkSendTarget['kind'];
const KINDS = ['matching', 'tag', 'orders', 'orderNumbers', 'fans'] as const satisfies readonly Kind[];
type Of<K extends Kind> = Extract<BulkSendTarget, { kind: K }>;
const USUAL_DAYS = 30;

interface FieldProps<K extends Kind> {
  readonly target: Of<K>;
  readonly onChange: (target: BulkSendTarget) => void;
}

/** To whom the message goes. Conversations that were picked in the list stay until another kind is chosen. */
export function TargetField(props: {
  readonly parts: BulkSendParts;
  readonly target: BulkSendTarget;
  readonly onChange: (target: BulkSendTarget) => void;
}) {
  const { t } = useTranslation('bulkSend');
  const { target, parts, onChange } = props;
  const kinds: readonly Kind[] = target.kind === 'named' ? ['named', ...KINDS] : KINDS;
  return (
    <>
      <fieldset className={styles.choices} aria-label={t('form.who')}>
        {kinds.map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name="target"
              checked={target.kind === kind}
              onChange={() => kind !== target.kind && onChange(emptyTarget(kind, [...shopsOf(target)]))}
            />
            {t(KIND_TEXTS[kind])}
          </label>
        ))}
      </fieldset>
      {target.kind === 'named' && <p>{t('target.picked', { count: target.conversationIds.length })}</p>}
      {target.kind === 'matching' && <MatchingField target={target} onChange={onChange} />}
      {target.kind === 'tag' && <TagField target={target} onChange={onChange} parts={parts} />}
      {target.kind === 'orders' && <OrdersField target={target} onChange={onChange} parts={parts} />}
      {target.kind === 'orderNumbers' && <OrderNumbersField target={target} onChange={onChange} />}
      {target.kind === 'fans' && <FansField target={target} onChange={onChange} />}
    </>
  );
}

function emptyTarget(kind: Kind, shopIds: ShopId[]): BulkSendTarget {
  switch (kind) {
    case 'named':
      return { kind, conversationIds: [] };
    case 'matching':
      return shopIds.length === 0 ? EVERYBODY : { ...EVERYBODY, shopIds };
    case 'tag':
      return { kind, shopIds, buyerTagIds: [] };
    case 'orders':
      return { kind, shopIds, days: USUAL_DAYS };
    case 'orderNumbers':
      return { kind, shopIds: [], numbers: [] };
    case 'fans':
      return { kind, shopIds: [] };
  }
}

/** A list of conversations: of chosen shops, else of a marketplace or a country. What else the list was filtered by stays. */
function MatchingField({ target, onChange }: FieldProps<'matching'>) {
  const { t } = useTranslation('bulkSend');
  const { shopId: _shop, ...listing } = target.listing;
  const { marketplace, country, ...rest } = listing;
  const chosen = shopsOf(target);
  const change = (part: Partial<typeof listing>) => onChange({ kind: 'matching', listing: { ...listing, ...part } });
  const isFiltered = Object.entries(rest).some(([key, value]) => key !== 'tab' && value !== undefined);
  return (
    <>
      <ShopPicker
        chosen={chosen}
        onChange={(shopIds) =>
          onChange({
            kind: 'matching',
            ...(shopIds.length === 0 ? { listing } : { listing: rest, shopIds: [...shopIds] }),
          })
        }
      />
      {/* Below the shops, which must not move while they are being chosen. */}
      {chosen.length === 0 && (
        <>
          <p className={styles.hint}>{t('target.shopsHint')}</p>
          <div className={styles.line}>
            <MarketplaceSelect
              marketplace={marketplace ?? null}
              onMarketplace={(one) => change({ marketplace: one ?? undefined })}
            />
            <CountrySelect country={country ?? null} onCountry={(one) => change({ country: one ?? undefined })} />
          </div>
        </>
      )}
      {(isFiltered || rest.tab !== 'all') && <p className={styles.hint}>{t('target.filtered')}</p>}
    </>
  );
}

function TagField({ target, onChange, parts }: FieldProps<'tag'> & { readonly parts: BulkSendParts }) {
  const { t } = useTranslation('bulkSend');
  const look = useLookUp(parts.tags, {});
  const toggle = (buyerTagId: string, isOn: boolean) => {
    const others = target.buyerTagIds.filter((id) => id !== buyerTagId);
    onChange({ ...target, buyerTagIds: isOn ? [...others, buyerTagId] : others });
  };
  return (
    <>
      <LookedUpPart
        look={look}
        draw={({ tags }) =>
          tags.length === 0 ? (
            <p className={styles.hint}>{t('target.noTags')}</p>
          ) : (
            <fieldset className={styles.choices} aria-label={t('target.tags')}>
              {tags.map(({ buyerTagId, buyerTagName, usageCount }) => (
                <label key={buyerTagId}>
                  <input
                    type="checkbox"
                    checked={target.buyerTagIds.includes(buyerTagId)}
                    onChange={({ currentTarget: { checked } }) => toggle(buyerTagId, checked)}
                  />
                  {buyerTagName} <span className={styles.hint}>{usageCount}</span>
                </label>
              ))}
            </fieldset>
          )
        }
      />
      <ShopPicker chosen={target.shopIds} onChange={(shopIds) => onChange({ ...target, shopIds: [...shopIds] })} />
    </>
  );
}

function OrdersField({ target, onChange, parts }: FieldProps<'orders'> & { readonly parts: BulkSendParts }) {
  const { t } = useTranslation('bulkSend');
  const { Status } = parts;
  const { statuses = [], ...rest } = target;
  const toggle = (status: (typeof ORDER_STATUSES)[number], isOn: boolean) => {
    const next = isOn ? [...statuses, status] : statuses.filter((one) => one !== status);
    onChange(next.length === 0 ? rest : { ...rest, statuses: next });
  };
  return (
    <>
      <fieldset className={styles.choices} aria-label={t('target.statuses')}>
        {ORDER_STATUSES.map((status) => (
          <label key={status}>
            <input
              type="checkbox"
              checked={statuses.includes(status)}
              onChange={({ currentTarget: { checked } }) => toggle(status, checked)}
            />
            <Status status={status} wireStatus={null} marketplace={null} />
          </label>
        ))}
      </fieldset>
      <p className={styles.hint}>{t('target.statusesHint')}</p>
      <label className={styles.field}>
        <span>{t('target.days')}</span>
        <input
          type="number"
          min={1}
          max={BULK_SEND_LIMITS.days}
          value={target.days}
          onChange={({ currentTarget: { valueAsNumber } }) =>
            onChange({ ...target, days: Math.min(BULK_SEND_LIMITS.days, Math.max(1, Math.trunc(valueAsNumber) || 1)) })
          }
        />
      </label>
      <ShopPicker chosen={target.shopIds} onChange={(shopIds) => onChange({ ...target, shopIds: [...shopIds] })} />
    </>
  );
}
