-- Whether a process works on rows, or only keeps the queues in order.
ALTER TABLE workers ADD COLUMN claims boolean NOT NULL DEFAULT true;

-- Which workflows a process works on, and when it looks at each queue by itself.
ALTER TABLE workers ADD COLUMN next_ticks jsonb NOT NULL DEFAULT '{}';
