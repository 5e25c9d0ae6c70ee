import type { OrderCareContentView } from '@pasar/api';
import {
  ORDER_CARE_KINDS,
  ORDER_CARE_RANGES,
  type OrderCareKind,
  type OrderCareRange,
  type ShopId,
} from '@pasar/domain';
import { useMemo, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { useMay } from '../../base/may.tsx';
import { showShopOverlay } from '../../base/shops/overlay.ts';
import { ShopPicker } from '../../base/shops/shop-picker.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, Chips } from '../../ui/chips.tsx';
import { Empty } from '../../ui/empty.tsx';
import { OnlySome } from '../../ui/only-some.tsx';
import { CONTENTS } from './look-ups.ts';
import styles from './order-care.module.css';
import { SendPreview } from './send-preview.tsx';
import { KIND_TEXTS, RANGE_TEXTS, STAGE_TEXTS } from './texts.ts';
import { useSettled } from './use-settled.ts';

interface SendPartProps {
  readonly kind: OrderCareKind;
  readonly isMain: boolean;
  readonly onKind: (kind: OrderCareKind) => void;
  /** Shows the content of the kind. */
  readonly onContent: () => void;
  readonly onSent: () => void;
}

/** Sends the message of a kind now. The preview beside the choices shows by itself who would get it. */
export function SendPart(props: SendPartProps) {
  const { t } = useTranslation('orderCare');
  const { kind, onKind } = props;
  const shops = useDeskState((state) => state.shops);
  const [range, setRange] = useState<OrderCareRange>('30');
  const [chosen, setChosen] = useState<readonly ShopId[] | null>(null);
  const contents = useLookUp(CONTENTS, {});
  // Shops are ticked one after the other: the preview waits for the last one.
  const choice = useMemo(() => chosen ?? [...shops.keys()], [chosen, shops]);
  const settled = useSettled(choice);
  if (shops.size === 0) return <NoShops />;
  return (
    <div className={styles.send}>
      <form className={styles.choices} aria-label={t('send')} onSubmit={(event) => event.preventDefault()}>
        <fieldset className={styles.kinds}>
          <legend>{t('send.kind')}</legend>
          {ORDER_CARE_KINDS.map((one) => (
            <label key={one} className={styles.kind}>
              <input type="radio" name="kind" checked={one === kind} onChange={() => onKind(one)} />
              <span>
                {t(KIND_TEXTS[one])}
                <small className={styles.second}>{t(STAGE_TEXTS[one])}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <div className={styles.field}>
          <span className={styles.label}>{t('send.range')}</span>
          <Chips label={t('send.range')}>
            {ORDER_CARE_RANGES.map((one) => (
              <Chip key={one} isOn={one === range} onPress={() => setRange(one)}>
                {t(RANGE_TEXTS[one])}
              </Chip>
            ))}
          </Chips>
        </div>
        <OnlySome
          legend={t('shops')}
          all={t('shops.all')}
          some={t('shops.some')}
          isAll={chosen === null}
          onAll={(isAll) => setChosen(isAll ? null : [])}
          problem={null}
        >
          <ShopPicker chosen={chosen ?? []} onChange={setChosen} />
        </OnlySome>
      </form>
      <section className={styles.preview} aria-label={t('preview')}>
        <h2 className={styles.title}>{t('preview')}</h2>
        <LookedUpPart
          look={contents}
          draw={(data) => <Previewed {...props} contents={data.contents} range={range} {...settled} />}
        />
      </section>
    </div>
  );
}

function Previewed(
  props: SendPartProps & {
    readonly contents: readonly OrderCareContentView[];
    readonly range: OrderCareRange;
    readonly shopIds: readonly ShopId[];
    readonly isSettled: boolean;
  },
) {
  const { t } = useTranslation('orderCare');
  const { kind, contents, range, shopIds, isSettled, isMain, onContent, onSent } = props;
  const noContent = <NoContent isMain={isMain} onContent={onContent} />;
  if (contents.every((one) => one.kind !== kind)) return noContent;
  if (shopIds.length === 0) return <Empty icon="shop" title={t('preview.noShop')} text={t('preview.noShopText')} />;
  return <SendPreview {...{ kind, range, shopIds, isSettled, noContent, onSent }} />;
}

function NoContent({ isMain, onContent }: Pick<SendPartProps, 'isMain' | 'onContent'>) {
  const { t } = useTranslation('orderCare');
  return (
    <Empty icon="pencil" title={t('preview.noContent')} text={t(isMain ? 'preview.write' : 'preview.askMain')}>
      <Button kind={isMain ? 'primary' : 'plain'} onClick={onContent}>
        {t(isMain ? 'preview.writeIt' : 'preview.showIt')}
      </Button>
    </Empty>
  );
}

function NoShops() {
  const { t } = useTranslation('orderCare');
  const { t: common } = useTranslation('common');
  const canManage = useMay(['shopManager']);
  return (
    <Empty icon="shop" title={t('noShops')} text={t('noShops.text')}>
      {canManage && (
        <Button kind="primary" onClick={() => showShopOverlay({ kind: 'authorize', marketplace: 'shopee' })}>
          {common('shops.authorize')}
        </Button>
      )}
    </Empty>
  );
}
