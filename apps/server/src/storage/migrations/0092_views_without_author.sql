-- A shared view stays when the member who saved it is deleted: it has no member then. Other views go with the member.
alter table conversation_view alter column member_id drop not null;
