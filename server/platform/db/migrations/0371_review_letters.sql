-- A letter's name says its kind now: versions of the news about reviews begin where others' do.
update mail_news set version = version - 1000000 where kind = 'review' and version >= 1000000;
