create table ratings(article text, stars real, votes integer);
insert into ratings values ('Espresso cup', 4.5, 112), ('Tea pot', 4.1, 38), ('Saucer', 3.9, 7);
