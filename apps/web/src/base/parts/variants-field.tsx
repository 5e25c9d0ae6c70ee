import type { QuickReplyPart, ShopView } from '@pasar/api';
import { type ReactNode, useState } from 'react';
import { type DraftVariant, type DraftVariants, emptyText, isBlank } from './parts-draft.ts';
import { PartsField } from './parts-field.tsx';
import type { PartsUse } from './parts-use.ts';
import { VariantsFrame } from './variants-frame.tsx';

/** The parts by language. `below` draws what belongs to the parts in the language that is shown. */
export function VariantsField(props: {
  readonly legend: string;
  readonly use: PartsUse;
  readonly variants: DraftVariants;
  /** The shop whose goods can be added; null for none. */
  readonly shop: ShopView | null;
  readonly onChange: (variants: DraftVariants) => void;
  /** Gets the parts that are stored and not blank. */
  readonly below?: (parts: readonly QuickReplyPart[]) => ReactNode;
}) {
  const { use, variants, shop, below } = props;
  const [first, ...others] = variants;
  const [at, setAt] = useState(0);
  const index = Math.min(at, others.length);
  const shown = index === 0 ? first : (others[index - 1] ?? first);
  const set = (next: DraftVariant) =>
    props.onChange(index === 0 ? [next, ...others] : [first, ...others.with(index - 1, next)]);
  const change = {
    add: (language: NonNullable<DraftVariant['language']>) => {
      props.onChange([...variants, { language, parts: [emptyText()] }]);
      setAt(variants.length);
    },
    remove: () => {
      props.onChange([first, ...others.toSpliced(index - 1, 1)]);
      setAt(0);
    },
  };
  return (
    <VariantsFrame
      legend={props.legend}
      languages={variants.map(({ language }) => language)}
      shown={shown.language}
      onShow={(language) => setAt(variants.findIndex((variant) => variant.language === language))}
      onChange={change}
    >
      <PartsField
        key={shown.language ?? ''}
        use={use}
        parts={shown.parts}
        shop={shop}
        onChange={(parts) => set({ ...shown, parts })}
      />
      {below?.(shown.parts.flatMap((item) => ('part' in item && !isBlank(item) ? [item.part] : [])))}
    </VariantsFrame>
  );
}
