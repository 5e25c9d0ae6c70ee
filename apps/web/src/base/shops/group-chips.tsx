import type { ShopGroupView } from '@pasar/api';
import { Chip, Chips } from '../../ui/chips.tsx';
import { ColorDot } from '../colors/color-dot.tsx';
import { useShopGroups } from './groups.ts';

/** The groups of shops as buttons, where shops are chosen; nothing where there are no groups. */
export function GroupChips(props: {
  readonly label: string;
  readonly isOn: (group: ShopGroupView) => boolean;
  readonly onPress: (group: ShopGroupView) => void;
}) {
  const groups = useShopGroups();
  if (groups.length === 0) return null;
  return (
    <Chips label={props.label}>
      {groups.map((group) => (
        <Chip
          key={group.groupId}
          isOn={props.isOn(group)}
          onPress={() => props.onPress(group)}
          mark={<ColorDot color={group.color} />}
        >
          {group.name}
        </Chip>
      ))}
    </Chips>
  );
}
