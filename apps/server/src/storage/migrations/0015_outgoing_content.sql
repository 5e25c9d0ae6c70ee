-- One column for what an outgoing message holds, in place of a text and a picture: the tagged union `OutgoingContent`
-- of the domain.
alter table delivery add column content jsonb;
-- Row security binds the owner of the tables too.
alter table delivery no force row level security;
update delivery set content = case
  when image is null then jsonb_build_object('type', 'text', 'text', text)
  else jsonb_build_object('type', 'image', 'image', image) end;
alter table delivery force row level security;
alter table delivery alter column content set not null, drop column text, drop column image;

-- A window that was away reads the changes in the shape of today.
alter table change no force row level security;
update change set payload = jsonb_set(payload::jsonb, '{delivery}',
  (payload::jsonb -> 'delivery') - 'text' - 'image' || jsonb_build_object('content',
    case jsonb_typeof(payload::jsonb #> '{delivery,image}')
      when 'object' then jsonb_build_object('type', 'image', 'image', payload::jsonb #> '{delivery,image}')
      else jsonb_build_object('type', 'text', 'text', payload::jsonb #> '{delivery,text}') end))::json
where kind = 'delivery';
alter table change force row level security;
