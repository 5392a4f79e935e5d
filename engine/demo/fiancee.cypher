MATCH (:Entity {user_id: $user, id: $who})<-[:SUBJECT]-(:Fact {predicate: 'engaged_to'})-[:OBJECT]->(her:Entity)
MATCH (her)<-[:SUBJECT]-(job:Fact {predicate: 'works_as'})
OPTIONAL MATCH (her)<-[:SUBJECT]-(:Fact {predicate: 'has_sibling'})-[:OBJECT]->(sibling:Entity)
RETURN her.name AS engaged_to, coalesce(job.object_name, job.value) AS works_as, sibling.name AS has_sibling
