-- Of which buyers a member is told stands in rules, each with its own sound. What was chosen until now is one rule.

update member_chat_setting set setting = (setting - '{shopIds,tagIds,isMineOnly}'::text[])
  || case
    when jsonb_typeof(setting -> 'shopIds') = 'array' or jsonb_typeof(setting -> 'tagIds') = 'array'
      or setting -> 'isMineOnly' = 'true' then
      jsonb_build_object('rules', jsonb_build_array(jsonb_build_object(
        'shopIds', coalesce(setting -> 'shopIds', 'null'),
        'tagIds', coalesce(setting -> 'tagIds', 'null'),
        'isMineOnly', coalesce(setting -> 'isMineOnly', 'false'),
        'tone', null)))
    else '{}'::jsonb
  end
where setting ?| '{shopIds,tagIds,isMineOnly}'::text[];
