-- To whom a conversation was assigned before an action assigned it, by which the assignment is taken back; null for nobody.
alter table bulk_item add column was_assignee uuid;
