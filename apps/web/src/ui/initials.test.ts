import { describe, expect, it } from 'vitest';
import { contrast } from './contrast.ts';
import { AVATAR_COLOURS, avatarColour, initials } from './initials.ts';

describe('initials', () => {
  it('takes two letters of a Latin name and one sign of any other', () => {
    expect(initials('Siti Rahayu')).toBe('SR');
    expect(initials('nguyen_thi_mai')).toBe('NM');
    expect(initials('Trần Văn Đức')).toBe('TĐ');
    expect(initials('陳美玲')).toBe('陳');
    expect(initials('สมชาย ใจดี')).toBe('ส');
    expect(initials('👩‍👩‍👧 family')).toBe('👩‍👩‍👧');
  });

  it('numbers behind a name say nothing; a name of nothing is a question mark', () => {
    expect(initials('hanoi_mua_9221')).toBe('HM');
    expect(initials('mamatomyam.5458')).toBe('M');
    expect(initials('7elevenfan')).toBe('7');
    expect(initials('  ')).toBe('?');
  });
});

describe('avatar colours', () => {
  it('are the same for the same buyer, and spread', () => {
    expect(avatarColour('7700000000000000001')).toBe(avatarColour('7700000000000000001'));
    const used = new Set(Array.from({ length: 200 }, (_, index) => avatarColour(`buyer ${index}`)));
    expect(used.size).toBe(AVATAR_COLOURS.length);
  });

  it('carry white letters at 4.5:1', () => {
    for (const colour of AVATAR_COLOURS) expect(contrast('#ffffff', colour)).toBeGreaterThanOrEqual(4.5);
  });
});
